import type { Db } from '../../platform/database/database.ts';
import type { CreditEntry } from '../credits/year.rules.ts';
import { pendingIn } from './exchange.store.ts';

/** Pending amounts of a year in the format of its evaluation. */
export async function pendingEntries(
  db: Db,
  userId: string,
  year: number,
): Promise<(CreditEntry & { status: 'pending' })[]> {
  return (await pendingIn(db, userId, year)).flatMap((row) =>
    row.taken
      ? [
          {
            id: row.declare_no,
            kind: row.taken.activity_kind,
            subject_kind: row.taken.subject_kind,
            hours: row.hours_approved ?? row.hours_claimed,
            credits: row.credits_approved ?? row.credits_claimed,
            credit_type: '',
            status: 'pending',
          },
        ]
      : [],
  );
}
