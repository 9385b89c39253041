import { LRUCache } from 'lru-cache';
import type { PlaySnapshot } from './beats/beat.store.ts';

/** Plays as this process wrote them last, so that the next beat needs no reading. It need not be
 * right: a beat judged from memory is written only where the rows still look so. */
export function openPlayMemory(most: number) {
  const plays = new LRUCache<string, { play: PlaySnapshot; day: string }>({ max: most });
  return {
    /** `day` is that of the counted time in a play: another day's is read anew. */
    find(hash: string, day: string): PlaySnapshot | undefined {
      const entry = plays.get(hash);
      return entry?.day === day ? entry.play : undefined;
    },
    /** Forgets plays whose next beat would be refused: the reason may be gone by then. */
    store(play: PlaySnapshot, day: string): void {
      if (isGoingOn(play)) plays.set(play.token_hash, { play, day });
      else plays.delete(play.token_hash);
    },
    forget(hash: string): void {
      plays.delete(hash);
    },
  };
}
export type PlayMemory = ReturnType<typeof openPlayMemory>;

const isGoingOn = ({ suspension, play_status, check }: PlaySnapshot) =>
  suspension === '' &&
  ['active', 'paused'].includes(play_status) &&
  (check === null || check.shown_at === null);
