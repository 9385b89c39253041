import type { FastifyInstance } from 'fastify';
import { type Application, applications } from '@cme/contract/site/rollout';
import { clientOf } from '../http/client.ts';
import { addressOf } from '../http/hosts.ts';
import type { EdgeSettings } from '../settings/settings.ts';
import { releasedAreas, sourcesHeader } from './cookies.ts';
import type { Chosen } from './rollout.ts';

const path = '/edge/source';

/** Settings for this developer, who may view the released build of an area running from source. */
export function settingsFor(settings: EdgeSettings, cookie: string | undefined): EdgeSettings {
  if (!settings.isBesideReleases) return settings;
  const released = releasedAreas(cookie);
  const fromSource = Object.entries(settings.source).filter(([name]) => !released.has(name));
  return { ...settings, source: Object.fromEntries(fromSource) };
}

/** Origin of each application of a page, for the developer panel. */
export interface Origin {
  application: Application;
  /** Release id; empty when it runs from source. */
  release: string;
  /** Runs from source; this page can switch to it. */
  hasSource: boolean;
}

export const originsOf = (
  settings: EdgeSettings,
  here: EdgeSettings,
  releases: Pick<Chosen, 'live'>,
): Origin[] =>
  applications.map((application) => ({
    application,
    release: here.source[application] ? '' : (releases.live(application)?.id ?? ''),
    hasSource: Boolean(settings.source[application]),
  }));

/**
 * `/edge/source?player=release` switches this browser to the released player, `=source` to the one
 * running from source.
 */
export function registerSources(app: FastifyInstance, settings: EdgeSettings): void {
  if (!settings.isBesideReleases) return;
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const address = addressOf(
      request.headers.host,
      settings.mainDomain,
      clientOf(request).scheme === 'https',
    );
    if (!address) return reply.code(400).send();
    const released = new Set(releasedAreas(request.headers.cookie));
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
        'set-cookie': sourcesHeader(released, address, settings.mainDomain),
      })
      .send();
  });
}
