import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { toMs } from '../../../platform/database/statement.ts';

/** An attempt that was used up in an enrolment that no longer counts. */
export interface EarlierUse {
  learning_id: string;
  paper_id: string;
  submitted_at: Date;
}

/** Attempts that the people of these enrolments have used up in cancelled enrolments in the same
 * course, or under an account that they have closed: enrolling again gives no new attempts. */
export async function readEarlierUses(
  db: Db,
  learningIds: readonly string[],
): Promise<EarlierUse[]> {
  if (learningIds.length === 0) return [];
  const usedAt = sql.raw(toMs('coalesce(a.submitted_at, a.deadline_at)'));
  const { rows } = await db.execute<Omit<EarlierUse, 'submitted_at'> & { used_at: number }>(sql`
    select l.learning_id, a.paper_id, ${usedAt} as used_at
    from learning l
      join lateral (
        select own.learning_id from learning own
          where own.user_id = l.user_id and own.content_id = l.content_id
            and own.learning_id <> l.learning_id and own.learn_status = 'revoked'
        union all
        select former.learning_id from former_account f join learning former on former.user_id = f.former_id
          where f.user_id = l.user_id and former.content_id = l.content_id
      ) e on true
      join exam_attempt a on a.learning_id = e.learning_id
    where l.learning_id in ${[...learningIds]} and a.counted and a.result is distinct from 'passed'
    order by used_at`);
  return rows.map(({ used_at, ...row }) => ({ ...row, submitted_at: new Date(Number(used_at)) }));
}
