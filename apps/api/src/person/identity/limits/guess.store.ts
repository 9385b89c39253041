import type { Db } from '../../../platform/database/database.ts';
import { proofLevel } from '../../../platform/http/limits/proof.rules.ts';
import type { ProofLevel } from '../../../platform/http/call-limits.ts';
import { accountKeys } from '../number.rules.ts';
import type { Asker } from './asker.ts';
import { guessLimits, lockedUntil, getStrangerGuesses } from './guess.rules.ts';
import {
  addHits,
  countSince,
  hitsSince,
  lockKeys,
  resetHits,
  returnHits,
  withLimits,
} from './limit.store.ts';
import { guessCost } from './proof.rules.ts';

const guessKey = accountKeys.guess;
const networkKey = (network: string) => `guess-from:${network}`;

/** An attempt counts as wrong as soon as it is allowed, so that fifty concurrent ones do not get
 * fifty free attempts. */
export type Allowed = { ids: string[] } | { until: Date };

/** `prove` consumes the proofs of work for this account and for this network, or throws. */
export function allowGuess(
  db: Db,
  now: Date,
  account: string,
  asker: Asker,
  prove: (tx: Db, cost: number, level: ProofLevel) => Promise<void>,
): Promise<Allowed> {
  return withLimits(db, asker.network, async (tx) => {
    await lockKeys(tx, now, [guessKey(account), networkKey(asker.network)]);
    const guesses = await guessesAt(tx, now, account);
    const fromNetwork = await guessesFrom(tx, now, asker);
    const until =
      fromNetwork >= guessLimits.mostFromNetwork
        ? new Date(now.getTime() + guessLimits.fromNetworkMs)
        : lockedUntil(guesses, asker, now);
    if (until) return { until };
    const level = proofLevel(fromNetwork + 1, guessLimits.fromNetwork);
    await prove(tx, getGuessCost(guesses, asker, now), level);
    return {
      ids: await addHits(tx, now, [
        { key: guessKey(account), part: asker.part },
        { key: networkKey(asker.network) },
      ]),
    };
  });
}

/** The cost of the proof for this client's next attempt. */
export async function readGuessCost(
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

/** A browser that signed in to the account before does not pay for others of its network. */
const guessesFrom = async (tx: Db, now: Date, { part, network }: Asker): Promise<number> =>
  part.startsWith('device:')
    ? 0
    : countSince(tx, networkKey(network), new Date(now.getTime() - guessLimits.fromNetworkMs));
