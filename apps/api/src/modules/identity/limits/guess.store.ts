import type { Db } from '../../../database/database.ts';
import { accountKeys } from '../numbers/number.rules.ts';
import type { Asker } from './asker.ts';
import { guessLimits, lockedUntil, getStrangerGuesses } from './guess.rules.ts';
import { addHits, resetHits, returnHits, hitsSince, lockKeys, withLimits } from './limit.store.ts';
import { guessCost } from './proof.rules.ts';

const guessKey = accountKeys.guess;
const addressKey = (address: string) => `guess-from:${address}`;

/** An attempt counts as wrong as soon as it is allowed, so that fifty concurrent ones do not get
 * fifty free attempts. */
export type Allowed = { ids: string[] } | { until: Date };

/** `prove` consumes a proof of work of at least that cost, or throws. */
export function allowGuess(
  db: Db,
  now: Date,
  account: string,
  asker: Asker,
  prove: (tx: Db, cost: number) => Promise<void>,
): Promise<Allowed> {
  return withLimits(db, asker.address, async (tx) => {
    await lockKeys(tx, now, [guessKey(account), addressKey(asker.address)]);
    const guesses = await guessesAt(tx, now, account);
    const until =
      lockedUntil(guesses, asker, now) ?? (await addressBusyUntil(tx, now, asker.address));
    if (until) return { until };
    await prove(tx, getGuessCost(guesses, asker, now));
    return {
      ids: await addHits(tx, now, [
        { key: guessKey(account), part: asker.part },
        { key: addressKey(asker.address) },
      ]),
    };
  });
}

/** The cost of the proof for this client's next attempt. */
export async function guessCostOf(
  db: Db,
  now: Date,
  account: string,
  asker: Asker,
): Promise<number> {
  return getGuessCost(await guessesAt(db, now, account), asker, now);
}

type Guesses = Awaited<ReturnType<typeof guessesAt>>;
const getGuessCost = (guesses: Guesses, asker: Asker, now: Date) =>
  asker.isKnown ? 0 : guessCost(getStrangerGuesses(guesses, now).length);
const guessesAt = (db: Db, now: Date, account: string) =>
  hitsSince(db, guessKey(account), new Date(now.getTime() - 2 * guessLimits.hourMs));

/** The password was right: this attempt and earlier ones of the same client no longer count. */
export async function recordRightGuess(
  tx: Db,
  account: string,
  asker: Asker,
  ids: string[],
): Promise<void> {
  await returnHits(tx, ids);
  await resetHits(tx, guessKey(account), asker.part);
}

/** The owner has verified the number by other means. */
export function forgetGuesses(tx: Db, account: string): Promise<void> {
  return resetHits(tx, guessKey(account));
}

async function addressBusyUntil(tx: Db, now: Date, address: string): Promise<Date | undefined> {
  const hits = await hitsSince(
    tx,
    addressKey(address),
    new Date(now.getTime() - guessLimits.fromAddressMs),
  );
  const blocking = hits.at(-guessLimits.fromAddress);
  return blocking && new Date(blocking.at.getTime() + guessLimits.fromAddressMs);
}
