/** Idle timeout of a session; playing and every call except long polling count as use. */
const idleMs = 30 * 60_000;
/** Idle timeout of staff accounts; calls that pages repeat by themselves do not count as use. */
export const staffIdleMs = 15 * 60_000;
/** Absolute lifetime. */
export const longestMs = 7 * 86_400_000;
/** Use of a session is recorded at most this often, so that most calls write nothing. */
export const noteEveryMs = 60_000;
/** Tokens kept per origin: tabs that restore concurrently each have one for a moment. */
export const tokensPerOrigin = 5;

interface Span {
  expires_at: Date;
  ended_at: Date | null;
}

export function isAlive({ expires_at, ended_at }: Span, now: Date): boolean {
  return ended_at === null && expires_at > now;
}

/** The expiry of a session that is used now. */
export function getNextEnd(now: Date, lastUntil: Date, isStaff: boolean): Date {
  const idle = isStaff ? staffIdleMs : idleMs;
  return new Date(Math.min(now.getTime() + idle, lastUntil.getTime()));
}
