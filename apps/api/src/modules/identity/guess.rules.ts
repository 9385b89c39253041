/** When password guesses are refused unseen. Wrong guesses from one address lock the account for that address alone, and never
 * for longer than `lockMs`; all addresses together get at most `perHour` guesses an hour, the last of which is kept for
 * addresses from which this account was signed in before, so that a stranger cannot keep its owner out.
 * Signing in by SMS code is not touched by any of this. */
export const guessLimits = { burst: 5, burstMs: 600_000, hourly: 6, hourMs: 3_600_000, lockMs: 900_000, perHour: 10, perHourStrange: 9, fromAddress: 300 };

export interface Guess {
  part: string;
  at: Date;
  forgiven: boolean;
}

/** The moment from which a guess from `address` is looked at again, or undefined when it is now. `guesses` are those of the
 * last two hours on this account, oldest first. After a lock each further wrong guess locks again until the hour is over. */
export function lockedUntil(guesses: readonly Guess[], address: string, known: boolean, now: Date): Date | undefined {
  const own = guesses.filter(({ part, forgiven }) => part === address && !forgiven);
  const last = own.at(-1)?.at.getTime() ?? 0;
  const within = (span: number) => own.filter(({ at }) => at.getTime() > last - span).length;
  const locks = within(guessLimits.burstMs) >= guessLimits.burst || within(guessLimits.hourMs) >= guessLimits.hourly;
  if (locks && last + guessLimits.lockMs > now.getTime()) return new Date(last + guessLimits.lockMs);
  const inHour = guesses.filter(({ at }) => at.getTime() > now.getTime() - guessLimits.hourMs);
  const room = known ? guessLimits.perHour : guessLimits.perHourStrange;
  const blocking = inHour.at(-room);
  return blocking && new Date(blocking.at.getTime() + guessLimits.hourMs);
}
