import type { Db } from '../../database/database.ts';
import type { Actor } from '../../state-log/state-log.store.ts';
import type { Learning } from './learning.store.ts';

/** What an enrolment had given before it was taken back; nothing where it had given nothing. */
export interface Withdrawn {
  /** Its credits, with the status that they had. */
  reversed: { status: string; hours: number; credits: number } | undefined;
  cert_no: string;
}

/** What the end of a course brings in modules above, and what goes when it is undone. `app.ts`
 * hands it in; it is called in the transaction that changes the enrolment. */
export interface CompletionEffects {
  /** Grants what a completed enrolment gives, once; where the site leaves that to its learners, it
   * may be applied for. */
  grant(tx: Db, learning: Learning, now: Date): Promise<'granted' | 'can_apply' | 'none'>;
  /** Takes back what it gave. Repeatable. */
  takeBack(
    tx: Db,
    learning: Learning,
    reason: string,
    now: Date,
    actor?: Actor,
  ): Promise<Withdrawn>;
}
