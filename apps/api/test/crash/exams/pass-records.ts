import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/database/database.ts';
import { wrongHistory } from './exam-records.ts';

/** Attempts and enrolments created by the run, without those of the sample. */
const sat = sql`from exam_attempt a join learning l using (learning_id) where a.device <> '' and a.attempt_status = 'graded'`;

/** Invariants: every pass completes the course, and every completion has exactly one grant and one
 * certificate. */
export async function wrongPasses(db: Db, bookedBefore: Date, since: string): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; id: string }>(sql`
    with sat as materialized (select a.score_id, a.booked_at, a.result, l.* ${sat} and a.graded_at > now() - ${since}::interval),
      ended as (select s.*, (select count(*) from credit_record c where c.user_id = s.user_id and c.source_type = 'course' and c.source_id = s.content_id and c.status = 'granted') as grants,
        (select count(*) from certificate c where c.user_id = s.user_id and c.source_id = s.learning_id and c.cert_status = 'issued') as certificates,
        (select count(*) from state_log g where g.entity = 'learning' and g.entity_id = s.learning_id and g."to" = 'completed') as completions,
        (select count(*) from message m where m.link_type = 'exam' and m.link_id = s.score_id) as told from sat s)
    select 'booked and ' || learn_status || ' ' || exam_status || ' ' || credit_status as what, score_id as id from ended where booked_at is not null and result = 'passed' and (learn_status <> 'completed' or exam_status <> 'passed' or credit_status <> 'granted')
    union all select 'completed before it was booked', score_id from ended where booked_at is null and learn_status = 'completed'
    union all select grants || ' grants, ' || certificates || ' certificates, ' || completions || ' completions, told ' || told, score_id from ended
      where (grants, certificates, completions, told) is distinct from (case when booked_at is null then (0::bigint, 0::bigint, 0::bigint, 0::bigint) else (1::bigint, 1::bigint, 1::bigint, 1::bigint) end)
    union all select n.serial || ' numbers given out, the highest in use is ' || coalesce(max(c.cert_no), ''), n.code from cert_counter n left join certificate c on c.year = n.year and c.cert_no like n.year || '-' || n.code || '-' || n.letter || '-%'
      group by n.code, n.year, n.letter, n.serial having count(c.cert_no) <> n.serial`);
  return [
    ...rows.map(({ what: name, id }) => `${name}: ${id}`),
    ...(await wrongHistory(db, bookedBefore)),
  ];
}

/** Number of submissions whose effects are pending. */
export async function unfinished(db: Db): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting ${sat} and a.booked_at is null`,
  );
  return rows[0]?.waiting ?? 0;
}
