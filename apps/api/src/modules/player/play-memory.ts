import type { HeldPlay } from './beat.store.ts';

interface Kept {
  play: HeldPlay;
  day: string;
}

/** Plays as this process wrote them last, so that the next beat needs no reading. Nothing rests on it: what is remembered is
 * written only where the rows still look so. Taking one out forgets it until it has been written again. */
export function openPlayMemory(most: number) {
  const plays = new Map<string, Kept>();
  return {
    /** `day` is that of the counted time in it. */
    take(hash: string, day: string): HeldPlay | undefined {
      const kept = plays.get(hash);
      plays.delete(hash);
      return kept?.day === day ? kept.play : undefined;
    },
    keep(play: HeldPlay, day: string): void {
      const isSettled = ['active', 'paused'].includes(play.play_status) && (play.check === null || play.check.shown_at === null);
      if (!isSettled) return;
      plays.set(play.token_hash, { play, day });
      if (plays.size > most) plays.delete(plays.keys().next().value ?? '');
    },
  };
}
export type PlayMemory = ReturnType<typeof openPlayMemory>;
