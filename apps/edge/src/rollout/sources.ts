import type { FastifyInstance } from 'fastify';
import { type Application, applications } from '@cme/contract/site/rollout';
import { clientOf } from '../http/client.ts';
import { addressOf } from '../http/hosts.ts';
import type { EdgeSettings } from '../settings.ts';
import { releasedOf, sourcesHeader } from './cookies.ts';
import type { Chosen } from './rollout.ts';

const path = '/edge/source';

/** The settings as this developer wants them: an area that runs from source may be looked at as it is
 * released. */
export function settingsFor(settings: EdgeSettings, cookie: string | undefined): EdgeSettings {
  if (!settings.isBesideReleases) return settings;
  const released = releasedOf(cookie);
  const wanted = Object.entries(settings.source).filter(([name]) => !released.has(name));
  return { ...settings, source: Object.fromEntries(wanted) };
}

/** Where each application of a page comes from, for the panel of developers. */
export interface Origin {
  application: Application;
  /** Name of the release; empty where it runs from source. */
  release: string;
  /** It runs from source, and this page may have it or not. */
  hasSource: boolean;
}

export const originsOf = (
  all: EdgeSettings,
  here: EdgeSettings,
  releases: Pick<Chosen, 'live'>,
): Origin[] =>
  applications.map((application) => ({
    application,
    release: here.source[application] ? '' : (releases.live(application)?.id ?? ''),
    hasSource: Boolean(all.source[application]),
  }));

/** `/edge/source?player=release` gives this browser the released player, `=source` the one that runs
 * from source. */
export function registerSources(app: FastifyInstance, settings: EdgeSettings): void {
  if (!settings.isBesideReleases) return;
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const at = addressOf(
      request.headers.host,
      settings.mainDomain,
      clientOf(request).scheme === 'https',
    );
    if (!at) return reply.code(400).send();
    const released = new Set(releasedOf(request.headers.cookie));
    for (const [name, word] of Object.entries(request.query)) {
      if (!settings.source[name] || (word !== 'release' && word !== 'source'))
        return reply
          .code(400)
          .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
          .send(
            `用法：${path}?<区域>=source 或 release，从源码运行的区域：${Object.keys(settings.source).join('、')}\n`,
          );
      if (word === 'release') released.add(name);
      else released.delete(name);
    }
    return reply
      .code(204)
      .headers({
        'cache-control': 'no-store',
        'set-cookie': sourcesHeader(released, at, settings.mainDomain),
      })
      .send();
  });
}
