/** When password attempts are refused without checking. A device or network from which the account
 * signed in before has its own budget, which strangers cannot exhaust. All strangers share one:
 * once `strangers` attempts per hour are used, the next one waits `lockMs` after the last. Nobody
 * waits longer than that, and sign-in by SMS code is not affected. Guesses on many accounts from one
 * network cost a proof of work above `fromNetwork`, and end at `mostFromNetwork`; attempts that turn
 * out right do not count, so that a hospital can sign in at once. */
export const guessLimits = {
  burst: 5,
  burstMs: 600_000,
  hourly: 6,
  hourMs: 3_600_000,
  lockMs: 900_000,
  strangers: 9,
  fromNetwork: 60,
  mostFromNetwork: 1500,
  fromNetworkMs: 900_000,
};

export interface Guess {
  part: string;
  at: Date;
  forgiven: boolean;
}

/** The client: `part` names its budget. */
export interface Guesser {
  part: string;
  isKnown: boolean;
}

const knownPart = /^(device|known):/;
export const isStrangerGuess = ({ part }: { part: string }): boolean => !knownPart.test(part);

/** When this client's next attempt will be checked, or undefined if it is now. `guesses` are the
 * wrong attempts of the last two hours on this account, oldest first. After a lock each further
 * wrong attempt locks again until the hour is over. */
export function lockedUntil(
  guesses: readonly Guess[],
  { part, isKnown }: Guesser,
  now: Date,
): Date | undefined {
  const ownGuesses = guesses.filter((guess) => guess.part === part && !guess.forgiven);
  const last = ownGuesses.at(-1)?.at.getTime() ?? 0;
  const countWithin = (span: number) =>
    ownGuesses.filter(({ at }) => at.getTime() > last - span).length;
  const locks =
    countWithin(guessLimits.burstMs) >= guessLimits.burst ||
    countWithin(guessLimits.hourMs) >= guessLimits.hourly;
  if (locks && last + guessLimits.lockMs > now.getTime())
    return new Date(last + guessLimits.lockMs);
  if (isKnown) return undefined;
  const strangerGuesses = getStrangerGuesses(guesses, now);
  const until = (strangerGuesses.at(-1)?.at.getTime() ?? 0) + guessLimits.lockMs;
  return strangerGuesses.length >= guessLimits.strangers && until > now.getTime()
    ? new Date(until)
    : undefined;
}

/** Wrong attempts of unknown clients within the last hour. */
export function getStrangerGuesses(guesses: readonly Guess[], now: Date): Guess[] {
  return guesses.filter(
    (guess) => isStrangerGuess(guess) && guess.at.getTime() > now.getTime() - guessLimits.hourMs,
  );
}
