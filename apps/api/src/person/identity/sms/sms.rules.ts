/** `expire`, `interval` and `longest` in seconds; the rest applies within `windowMs`. SMS cost money,
 * so a network gets so many and no more; wrong codes above `wrongFromNetwork` cost a proof of work. */
export const smsLimits = {
  expire: 300,
  interval: 60,
  longest: 900,
  tries: 5,
  strangerTries: 10,
  windowMs: 900_000,
  fromNetwork: 60,
  wrongFromNetwork: 50,
  mostWrongFromNetwork: 500,
  alive: 3,
};

const dayMs = 86_400_000;

export interface Text {
  /** The budget and scene of a code: `scene`, or `scene device:…` for a known client. */
  part: string;
  at: Date;
}

/** Seconds until the next SMS, after the n-th within a day. */
export function pauseAfter(n: number): number {
  return n <= 3
    ? smsLimits.interval
    : Math.min(smsLimits.longest, smsLimits.interval * 2 ** (n - 3));
}

/** A code is valid at least until the next one can be requested, so that a refused person still has
 * a valid code. */
export const getCodeLife = (n: number): number => Math.max(smsLimits.expire, pauseAfter(n));

const getPartOwner = (part: string) => part.split(' ')[1] ?? '';
export const textPart = (scene: string, asker: { part: string; isKnown: boolean }): string =>
  asker.isKnown ? `${scene} ${asker.part}` : scene;

/** SMS of the last day from the budget of `part`, oldest first. */
export function getTextsOfBudget(texts: readonly Text[], part: string, now: Date): Text[] {
  return texts.filter(
    (text) =>
      getPartOwner(text.part) === getPartOwner(part) && text.at.getTime() > now.getTime() - dayMs,
  );
}

/** When the next SMS can be sent, or undefined if it is now. */
export function nextTextAt(texts: readonly Text[], part: string, now: Date): Date | undefined {
  const budget = getTextsOfBudget(texts, part, now);
  const n = budget.findLastIndex((text) => text.part === part) + 1;
  const last = budget[n - 1];
  if (!last) return undefined;
  const next = last.at.getTime() + pauseAfter(n) * 1000;
  return next > now.getTime() ? new Date(next) : undefined;
}

export interface CodeTry {
  part: string;
  at: Date;
}

/** The client of the attempts; `asked`: since when this device has a code that it requested. */
export interface CodeAsker {
  part: string;
  isKnown: boolean;
  askedAt: Date | undefined;
}

/** Whether an attempt at a code may be checked. Each client has `tries`, renewed with each code it
 * requests. All unknown clients share `strangerTries`. */
export function mayTry(
  tries: readonly CodeTry[],
  { part, isKnown, askedAt }: CodeAsker,
  now: Date,
): 'yes' | 'spent' | 'busy' {
  const since = now.getTime() - smsLimits.windowMs;
  const ownTries = tries.filter(
    (attempt) =>
      attempt.part === part &&
      attempt.at.getTime() > Math.max(since, (askedAt?.getTime() ?? 0) - 1),
  );
  if (ownTries.length >= smsLimits.tries) return 'spent';
  const strangerTries = tries.filter(
    (attempt) => !/^(device|known|asked):/.test(attempt.part) && attempt.at.getTime() > since,
  );
  return !isKnown && !askedAt && strangerTries.length >= smsLimits.strangerTries ? 'busy' : 'yes';
}
