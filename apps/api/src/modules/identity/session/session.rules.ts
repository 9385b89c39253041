/** Unused for this long, a session is over; playing and every other call but waiting for news
 * counts as use. */
export const idleMs = 30 * 60_000;
/** However much it is used. */
export const longestMs = 7 * 86_400_000;
/** Use of a session is recorded at most this often, so that most calls write nothing. */
export const noteEveryMs = 60_000;
/** Tokens kept for one origin: tabs that restore at the same time have one each for a moment. */
export const tokensPerOrigin = 5;

interface Span {
  expires_at: Date;
  ended_at: Date | null;
}

export function isAlive({ expires_at, ended_at }: Span, now: Date): boolean {
  return ended_at === null && expires_at > now;
}

/** The end of a session that is used now. */
export function nextEnd(now: Date, last_until: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, last_until.getTime()));
}
