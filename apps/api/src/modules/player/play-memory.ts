import type { SignedIn } from '../../context.ts';
import { noteEveryMs } from '../identity/session.rules.ts';
import { secretHash } from '../identity/secret.rules.ts';
import type { HeldPlay } from './beat.store.ts';

interface Kept {
  play: HeldPlay | undefined;
  /** That of the counted time in it. */
  day: string;
  sender: Sender | undefined;
}

/** Who beats for a play, as was asked at that moment. */
interface Sender {
  token: string;
  asked: number;
  signedIn: SignedIn;
}

/** Plays as this process wrote them last, and who beats for them, so that the next beat needs no
 * reading. Nothing rests on it: what is remembered is written only where the rows still look so.
 * Taking a play out forgets it until it has been written again. */
export function openPlayMemory(most: number) {
  const plays = new Map<string, Kept>();
  return {
    take(hash: string, day: string): HeldPlay | undefined {
      const kept = plays.get(hash);
      const play = kept?.play;
      if (kept) kept.play = undefined;
      return kept?.day === day ? play : undefined;
    },
    keep(play: HeldPlay, day: string): void {
      const isSettled =
        play.suspension === '' &&
        ['active', 'paused'].includes(play.play_status) &&
        (play.check === null || play.check.shown_at === null);
      const sender = plays.get(play.token_hash)?.sender;
      plays.delete(play.token_hash);
      if (!isSettled) return;
      plays.set(play.token_hash, { play, day, sender });
      if (plays.size > most) plays.delete(plays.keys().next().value ?? '');
    },
    forget(hash: string): void {
      plays.delete(hash);
    },
    /** The token of a beat that was accepted was asked for at this moment. */
    trust(hash: string, token: string, { person, session }: SignedIn, asked: number): void {
      const kept = plays.get(hash);
      if (kept)
        kept.sender = { token, asked, signedIn: { person, session, presumed: secretHash(token) } };
    },
    /** The sender of the last beat, if it is the same one; asked again as often as use of a
     * session is noted. */
    presume(hash: string, token: string, site_id: string, now: number): SignedIn | undefined {
      const sender = plays.get(hash)?.sender;
      return sender?.token === token &&
        sender.signedIn.person.site_id === site_id &&
        now - sender.asked < noteEveryMs
        ? sender.signedIn
        : undefined;
    },
  };
}
export type PlayMemory = ReturnType<typeof openPlayMemory>;
