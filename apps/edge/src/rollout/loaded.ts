import type { Application, RolloutState } from '@cme/contract/site/rollout';
import type { Release, ReleaseStore } from '../releases/store.ts';
import { named } from './choose.rules.ts';

export interface Refused {
  area: string;
  release: string;
  reason: string;
}

/** The releases that pages may be made of, each verified as a whole before. */
export interface Loaded {
  get(area: string, id: string | null | undefined): Release | undefined;
  has(area: string, id: string): boolean;
  /** `player/0123456789ab` */
  isNamed(name: string): boolean;
  /** Loads all that the state names; answers those that are not good. */
  load(state: RolloutState): Promise<Refused[]>;
  /** Lets go of what nobody may get any more, and makes ready what a rollback would lead to, so that
   * it costs nothing then. */
  keep(state: RolloutState): void;
}

export function openLoaded(store: Pick<ReleaseStore, 'load'>): Loaded {
  const loaded = new Map<string, Release>();
  async function load(area: string, id: string): Promise<void> {
    const name = `${area}/${id}`;
    if (!loaded.has(name)) loaded.set(name, await store.load(area as Application, id));
  }
  return {
    get: (area, id) => loaded.get(`${area}/${id}`),
    has: (area, id) => loaded.has(`${area}/${id}`),
    isNamed: (name) => loaded.has(name),
    async load(state) {
      const found = await Promise.all(
        named(state).map(([area, release]) =>
          load(area, release).then(
            () => [],
            (fault: unknown) => [{ area, release, reason: wordsOf(fault) }],
          ),
        ),
      );
      return found.flat();
    },
    keep(state) {
      const back = Object.entries(state.areas).flatMap(([area, { previous }]) =>
        previous[0] ? [[area, previous[0]] as const] : [],
      );
      const wanted = new Set([...named(state), ...back].map((pair) => pair.join('/')));
      for (const name of loaded.keys()) if (!wanted.has(name)) loaded.delete(name);
      for (const [area, id] of back) load(area, id).catch(() => undefined);
    },
  };
}

const wordsOf = (fault: unknown) =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, 300);
