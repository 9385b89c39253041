import { LRUCache } from 'lru-cache';
import type { PlaySnapshot } from './beat.store.ts';
import { merge, type Span } from '../../learning/progress/spans.rules.ts';

/**
 * Cache of plays as last written by this process, so that the next beat needs no read. It may be
 * stale: a beat evaluated from it is written only if the rows are unchanged.
 */
export function createPlayCache(limit: number) {
  const plays = new LRUCache<string, { play: PlaySnapshot; day: string }>({ max: limit });
  return {
    /** `day` must match the day of the play's counted time; otherwise it is read again. */
    find(hash: string, day: string): PlaySnapshot | undefined {
      const entry = plays.get(hash);
      return entry?.day === day ? entry.play : undefined;
    },
    /** Drops plays whose next beat would be refused: the reason may no longer apply. */
    store(play: PlaySnapshot, day: string): void {
      const known = plays.get(play.token_hash)?.play.fetched ?? play.fetched;
      const fetched = known === play.fetched ? known : merge([...known, ...play.fetched]);
      if (isOngoing(play)) plays.set(play.token_hash, { play: { ...play, fetched }, day });
      else plays.delete(play.token_hash);
    },
    /** What this process has just sent, so that the next beat needs no read. */
    addFetched(hash: string, parts: readonly Span[]): void {
      const entry = plays.get(hash);
      if (!entry || parts.length === 0) return;
      const fetched = merge([...entry.play.fetched, ...parts]);
      plays.set(hash, { ...entry, play: { ...entry.play, fetched } });
    },
    forget(hash: string): void {
      plays.delete(hash);
    },
  };
}
export type PlayCache = ReturnType<typeof createPlayCache>;

const isOngoing = ({ suspension, play_status, check }: PlaySnapshot) =>
  suspension === '' &&
  ['active', 'paused'].includes(play_status) &&
  (check === null || check.shown_at === null);
