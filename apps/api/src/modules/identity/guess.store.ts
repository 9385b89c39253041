import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { guessLimits, lockedUntil } from './guess.rules.ts';
import { loginLog } from './identity.tables.ts';
import { addHits, forgive, giveBack, hitsSince, holdKeys, limiting } from './limit.store.ts';

const knownFor = 90 * 86_400_000;
const guessKey = (account: string) => `guess:${account}`;
const addressKey = (address: string) => `guess-from:${address}`;

/** A guess counts as wrong from the moment it is allowed, so that fifty at once are not fifty free ones. */
export type Allowed = { ids: string[] } | { until: Date };

export function allowGuess(db: Db, now: Date, account: string, address: string): Promise<Allowed> {
  return limiting(db, address, async (tx) => {
    await holdKeys(tx, now, [guessKey(account), addressKey(address)]);
    const known = await isKnown(tx, now, account, address);
    const guesses = await hitsSince(tx, guessKey(account), new Date(now.getTime() - 2 * guessLimits.hourMs));
    const until = lockedUntil(guesses, address, known, now) ?? (await addressBusyUntil(tx, now, address));
    if (until) return { until };
    return { ids: await addHits(tx, now, [{ key: guessKey(account), part: address }, { key: addressKey(address) }]) };
  });
}

/** The password was right: this guess and its forerunners from the same address are no longer held against it. */
export async function guessWasRight(tx: Db, account: string, address: string, ids: string[]): Promise<void> {
  await giveBack(tx, ids);
  await forgive(tx, guessKey(account), address);
}

/** The owner has proved the number by other means. */
export function forgetGuesses(tx: Db, account: string): Promise<void> {
  return forgive(tx, guessKey(account));
}

async function isKnown(tx: Db, now: Date, account: string, address: string): Promise<boolean> {
  const rows = await tx
    .select({ id: loginLog.id })
    .from(loginLog)
    .where(and(eq(loginLog.account_hash, account), eq(loginLog.address, address), eq(loginLog.result, 'ok'), gt(loginLog.at, new Date(now.getTime() - knownFor))))
    .limit(1);
  return rows.length > 0;
}

async function addressBusyUntil(tx: Db, now: Date, address: string): Promise<Date | undefined> {
  const hits = await hitsSince(tx, addressKey(address), new Date(now.getTime() - guessLimits.hourMs));
  const blocking = hits.at(-guessLimits.fromAddress);
  return blocking && new Date(blocking.at.getTime() + guessLimits.hourMs);
}
