/** When password guesses are refused unseen. A device or address from which the account was
 * signed in before has a budget of its own, which no stranger can use up. All strangers together
 * share one: once `strangers` guesses an hour are spent, the next one waits `lockMs` after the
 * last. Nobody ever waits longer than that, and signing in by SMS code is not touched by any of
 * this. */
export const guessLimits = {
  burst: 5,
  burstMs: 600_000,
  hourly: 6,
  hourMs: 3_600_000,
  lockMs: 900_000,
  strangers: 9,
  fromAddress: 75,
  fromAddressMs: 900_000,
};

export interface Guess {
  part: string;
  at: Date;
  forgiven: boolean;
}

/** Who guesses: `part` names whose budget it is. */
export interface Guesser {
  part: string;
  isKnown: boolean;
}

const knownPart = /^(device|known):/;
export const isStrange = ({ part }: { part: string }): boolean => !knownPart.test(part);

/** The moment from which this asker's guess is looked at again, or undefined when it is now.
 * `guesses` are those of the last two hours on this account, oldest first. After a lock each
 * further wrong guess locks again until the hour is over. */
export function lockedUntil(
  guesses: readonly Guess[],
  { part, isKnown }: Guesser,
  now: Date,
): Date | undefined {
  const own = guesses.filter((guess) => guess.part === part && !guess.forgiven);
  const last = own.at(-1)?.at.getTime() ?? 0;
  const within = (span: number) => own.filter(({ at }) => at.getTime() > last - span).length;
  const locks =
    within(guessLimits.burstMs) >= guessLimits.burst ||
    within(guessLimits.hourMs) >= guessLimits.hourly;
  if (locks && last + guessLimits.lockMs > now.getTime())
    return new Date(last + guessLimits.lockMs);
  if (isKnown) return undefined;
  const strange = strangersGuesses(guesses, now);
  const until = (strange.at(-1)?.at.getTime() ?? 0) + guessLimits.lockMs;
  return strange.length >= guessLimits.strangers && until > now.getTime()
    ? new Date(until)
    : undefined;
}

/** Guesses of unknown askers within the last hour. */
export function strangersGuesses(guesses: readonly Guess[], now: Date): Guess[] {
  return guesses.filter(
    (guess) => isStrange(guess) && guess.at.getTime() > now.getTime() - guessLimits.hourMs,
  );
}
