import { applications, type RolloutState } from '@cme/contract/site/rollout';
import type { Release, ReleaseStore } from '@cme/release';
import { releasesIn } from './choose.rules.ts';

export interface Refused {
  area: string;
  release: string;
  reason: string;
}

/** Releases that pages can be assembled from, each fully verified. */
export interface LoadedReleases {
  get(area: string, id: string | null | undefined): Release | undefined;
  has(area: string, id: string): boolean;
  /** Loads every release in the state; returns those that are invalid. */
  load(state: RolloutState): Promise<Refused[]>;
  /** Reads these releases again from storage, also loaded ones; returns those that are altered. */
  verify(releases: readonly [string, string][]): Promise<Refused[]>;
  /** Unloads releases that can no longer be served and warms up the rollback target. */
  keep(state: RolloutState): void;
  /**
   * Verifies the newest release of each application in advance, so that activating it is instant.
   * Runs at most once a minute.
   */
  prepare(): Promise<void>;
}

/** Milliseconds between two checks: listing a bucket is expensive. */
const prepareIntervalMs = 60_000;

export function createLoadedReleases(store: Pick<ReleaseStore, 'load' | 'list'>): LoadedReleases {
  const loaded = new Map<string, Release>();
  const loading = new Map<string, Promise<unknown>>();
  let newest: string[] = [];
  let known: readonly string[] = applications;
  let prepared = -Infinity;
  async function load(area: string, id: string): Promise<void> {
    const name = `${area}/${id}`;
    if (loaded.has(name)) return;
    const begun =
      loading.get(name) ??
      store
        .load(area, id)
        .then((release) => loaded.set(name, release))
        .finally(() => loading.delete(name));
    loading.set(name, begun);
    await begun;
  }
  return {
    get: (area, id) => loaded.get(`${area}/${id}`),
    has: (area, id) => loaded.has(`${area}/${id}`),
    load: (state) => findRefused(releasesIn(state), load),
    verify: (releases) => findRefused(releases, (area, id) => store.load(area, id)),
    keep(state) {
      known = [...new Set([...applications, ...Object.keys(state.areas)])];
      const rollbackTargets = Object.entries(state.areas).flatMap(([area, { previous }]) =>
        previous[0] ? [[area, previous[0]] as const] : [],
      );
      const inUse = new Set(
        [...releasesIn(state), ...rollbackTargets].map((pair) => pair.join('/')),
      );
      for (const name of newest) inUse.add(name);
      for (const name of loaded.keys()) if (!inUse.has(name)) loaded.delete(name);
      for (const [area, id] of rollbackTargets) load(area, id).catch(() => undefined);
    },
    async prepare() {
      if (performance.now() - prepared < prepareIntervalMs) return;
      prepared = performance.now();
      const found = await Promise.all(
        known.map(async (area) => [area, (await store.list(area))[0]?.id] as const),
      );
      const ready = found.flatMap(([area, id]) => (id ? [[area, id] as const] : []));
      newest = ready.map((pair) => pair.join('/'));
      // Invalid releases are reported when operators name them.
      await Promise.all(ready.map(([area, id]) => load(area, id).catch(() => undefined)));
    },
  };
}

async function findRefused(
  releases: readonly [string, string][],
  check: (area: string, id: string) => Promise<unknown>,
): Promise<Refused[]> {
  const found = await Promise.all(
    releases.map(([area, release]) =>
      check(area, release).then(
        () => [],
        (fault: unknown) => [{ area, release, reason: errorMessage(fault) }],
      ),
    ),
  );
  return found.flat();
}

const errorMessage = (fault: unknown) =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, 300);
