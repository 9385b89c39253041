import type { FastifyInstance } from 'fastify';
import { applications, type RolloutTrack } from '@cme/contract/site/rollout';
import { clientOf } from '../http/client.ts';
import { addressOf, type Address } from '../http/hosts.ts';
import { testerHeader, requestedReleases } from './cookies.ts';

const path = '/edge/release';

/**
 * `/edge/release?player=candidate` gives this browser the candidate, `=stable` the stable release,
 * and `=` resets it to its bucket. Only releases named by operators can be chosen.
 */
export function registerTester(
  app: FastifyInstance,
  mainDomain: string,
  trackAt: (application: string, address: Address) => RolloutTrack | undefined,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const isSecure = clientOf(request).scheme === 'https';
    const address = addressOf(request.headers.host, mainDomain, isSecure);
    if (!address) return reply.code(400).send();
    const requested = new Map(requestedReleases(request.headers.cookie));
    for (const [name, word] of Object.entries(request.query)) {
      const application = applications.find((application) => application === name);
      const track = application && trackAt(application, address);
      if (word === '') requested.delete(name);
      const release = word === 'candidate' ? track?.candidate : track?.stable;
      if (!application || !['', 'candidate', 'stable'].includes(String(word)) || (word && !release))
        return reply
          .code(400)
          .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
          .send(
            word === 'candidate' && application
              ? `${application} 现在没有候选版本\n`
              : `用法：${path}?<区域>=candidate 或 stable，区域：${applications.join('、')}\n`,
          );
      if (word && release) requested.set(application, release);
    }
    return reply
      .code(302)
      .headers({
        location: '/',
        'cache-control': 'no-store',
        'set-cookie': testerHeader(requested, address, mainDomain),
      })
      .send();
  });
}
