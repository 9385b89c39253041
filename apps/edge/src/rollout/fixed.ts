import type { Application } from '@cme/contract/site/rollout';
import type { Release, ReleaseStore } from '@cme/release';
import { areasIn } from './choose.rules.ts';
import type { Rollout } from './rollout.ts';

/**
 * Serves these releases to everybody regardless of the rollout state, to inspect a candidate before
 * anyone gets it.
 */
export function fixedReleases(
  store: Pick<ReleaseStore, 'load'>,
  ids: Partial<Record<Application, string>>,
): Rollout {
  const live = new Map<Application, Release>();
  const load = async (application: Application) => {
    const id = ids[application];
    if (id) live.set(application, await store.load(application, id));
  };
  return {
    choose: () => ({ live: (application) => live.get(application), key: '' }),
    areas: () => areasIn(Object.keys(ids)),
    isSplit: () => false,
    trackOf: () => undefined,
    edge: 'fixed',
    revision: () => 0,
    ready: async () => void (await Promise.all(Object.keys(ids).map(load))),
    close: () => undefined,
  };
}
