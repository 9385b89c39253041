import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import type { Learning } from './learning.store.ts';

/** What a reverted enrolment had been granted; empty if nothing. */
interface Withdrawn {
  /** Its credits with their former status. */
  reversed: { status: string; hours: number; credits: number } | undefined;
  cert_no: string;
}

/** Effects of completing a course in higher rooms, and their reversal. Passed in by `app.ts` and
 * called in the transaction that changes the enrolment. */
export interface CompletionEffects {
  /** Grants the credits of a completed enrolment once; if the site requires an application, makes
   * it available. */
  grant(tx: Db, learning: Learning, now: Date): Promise<'granted' | 'can_apply' | 'none'>;
  /** Reverses the grant. Idempotent. */
  revokeCompletion(
    tx: Db,
    learning: Learning,
    reason: string,
    now: Date,
    actor?: Actor,
  ): Promise<Withdrawn>;
}
