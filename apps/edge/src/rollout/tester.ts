import type { FastifyInstance, FastifyReply } from 'fastify';
import { toApplication } from '@cme/contract/site';
import { isSignedForEdges } from '@cme/contract/site/rollout';
import { signRequested } from '@cme/release';
import { clientOf } from '../http/client.ts';
import { addressOf } from '../http/hosts.ts';
import type { EdgeToken } from '../proxy/edge-token.ts';
import { requestedReleases, testerHeader } from './cookies.ts';
import type { Rollout } from './rollout.ts';
import { siteKey } from './site-key.ts';

const path = '/edge/release';
const howTo = '请打开 npm run rollout -- tester <区域> 给出的链接，几分钟内有效\n';

interface TesterContext {
  rollout: Rollout;
  settings: { mainDomain: string };
  edgeToken: EdgeToken;
}

/**
 * `/edge/release?player=candidate` gives this browser the candidate, `=stable` the stable release,
 * with an operator's signature (`npm run rollout -- tester`). `=` resets it to its bucket, which
 * needs none. Only releases named by operators can be chosen.
 */
export function registerTester(
  app: FastifyInstance,
  { rollout, settings: { mainDomain }, edgeToken }: TesterContext,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const isSecure = clientOf(request).scheme === 'https';
    const address = addressOf(request.headers.host, mainDomain, isSecure, rollout.areas());
    if (!address) return reply.code(400).send();
    const key = await edgeToken.read();
    const now = new Date();
    const known = [...rollout.areas().map(toApplication), 'commons'];
    const requested = new Map(await requestedReleases(request.headers.cookie, key, now));
    const { until, proof, ...words } = request.query;
    for (const [name, word] of Object.entries(words)) {
      const application = known.find((application) => application === name);
      if (!application || !['', 'candidate', 'stable'].includes(String(word)))
        return refuse(
          reply,
          400,
          `用法：${path}?<区域>=candidate 或 stable，区域：${known.join('、')}\n`,
        );
      requested.delete(application);
      if (word === '') continue;
      if (!key || !(await isProven({ key, application, until, proof, now })))
        return refuse(reply, 403, howTo);
      const track = rollout.trackOf(application, siteKey(address, mainDomain));
      const release = word === 'candidate' ? track?.candidate : track?.stable;
      if (!release) return refuse(reply, 400, `${application} 现在没有候选版本\n`);
      requested.set(application, release);
    }
    const value = key ? await signRequested(requested, key, now) : '';
    return reply
      .code(302)
      .headers({
        location: '/',
        'cache-control': 'no-store',
        'set-cookie': testerHeader(value, address, mainDomain),
      })
      .send();
  });
}

const refuse = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    .send(text);

interface Claim {
  key: string;
  application: string;
  until: unknown;
  proof: unknown;
  now: Date;
}

/** Whether an operator has signed a link for this area that is still valid. */
async function isProven({ key, application, until, proof, now }: Claim): Promise<boolean> {
  if (typeof until !== 'string' || typeof proof !== 'string') return false;
  if (!(Date.parse(until) > now.getTime())) return false;
  return isSignedForEdges(key, 'tester link', `${application} ${until}`, proof);
}
