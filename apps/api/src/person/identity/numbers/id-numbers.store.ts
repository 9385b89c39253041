import type { Db } from '../../../platform/database/database.ts';
import { type Keys, seal, unseal } from '../secret.rules.ts';

/** Rows per transaction, which limits lost work and lock time. */
export const step = 100;

interface Step {
  done: number;
  /** Key of the last row read; empty at the end. */
  last: string | undefined;
}

/** Iterates over a table in batches by key; returns the sum of the rows counted by the steps. */
export async function runInSteps(take: (after: string) => Promise<Step>): Promise<number> {
  let total = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const step: Step = await take(last);
    total += step.done;
    last = step.last;
  }
  return total;
}

interface Held {
  key: string;
  user_id: string;
  id_sealed: string;
}

/** A table with identity numbers besides the person's own row. */
export interface IdNumbers {
  /** The next rows after a key that are not encrypted with the current key, locked. */
  underOther(tx: Db, keys: Keys, after: string): Promise<Held[]>;
  /** The next rows after a key, five batches of them. */
  next(db: Db, after: string): Promise<Held[]>;
  save(tx: Db, key: string, idSealed: string): Promise<unknown>;
}

const getBinding = (userId: string) => `id_no/${userId}`;

/** Re-encrypts the numbers with the current key in batches. */
export const resealIdNumbers = (db: Db, keys: Keys, table: IdNumbers): Promise<number> =>
  runInSteps((after) =>
    db.transaction(async (tx) => {
      const rows = await table.underOther(tx, keys, after);
      for (const { key, user_id, id_sealed } of rows) {
        const number = unseal(keys.personal, id_sealed, getBinding(user_id));
        await table.save(tx, key, seal(keys.personal, number, getBinding(user_id)));
      }
      return { done: rows.length, last: rows.at(-1)?.key };
    }),
  );

/** The number of values that cannot be decrypted with the current key alone. */
export const countUnprovenIdNumbers = (db: Db, keys: Keys, table: IdNumbers): Promise<number> =>
  runInSteps(async (after) => {
    const rows = await table.next(db, after);
    const unreadableRows = rows.filter((row) => row.id_sealed && !opens(keys, row));
    return { done: unreadableRows.length, last: rows.at(-1)?.key };
  });

function opens(keys: Keys, { user_id, id_sealed }: Held): boolean {
  try {
    unseal([keys.personal[0]], id_sealed, getBinding(user_id));
    return true;
  } catch {
    return false;
  }
}
