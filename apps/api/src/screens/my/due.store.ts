import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { toMs } from '../../platform/database/statement.ts';

export interface Due {
  kind: 'course' | 'exam' | 'class' | 'live' | 'activity' | 'homework' | 'declare' | 'year';
  title: string;
  at_ms: number;
  place: string;
  link_type: string;
  link_id: string;
}

/** Maximum number of entries. */
const limit = 200;

const openStatuses = sql`('enrolled', 'studying', 'study_done', 'exam_failed')`;

/** A person's deadlines in a period: ends of courses, closing examinations, unsubmitted homework,
 * lessons of their classes, booked lives, activities. Each part starts from the person's rows, or
 * from what begins in the period. */
export async function readDue(
  db: Db,
  { user_id, site_id }: { user_id: string; site_id: string },
  span: { from: Date; to: Date },
): Promise<Due[]> {
  const from = sql`${span.from.toISOString()}::timestamptz`;
  const to = sql`${span.to.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Due & Record<string, unknown>>(sql`
    with own as (select l.learning_id, l.content_id, l.study_end_at, l.learn_status, l.exam_status, c.title from learning l
      join content c on c.content_id = l.content_id
      where l.user_id = ${user_id} and l.site_id = ${site_id} and l.hidden_at is null and l.suspension = ''
        and l.learn_status in ${openStatuses} and l.content_type not in ('P', 'X') and l.study_end_at > ${from}),
    lesson as (select c.class_id, t.title as class_title, m ->> 'title' as title, m ->> 'place' as place,
        ((m ->> 'day') || ' ' || (m ->> 'from') || '+08:00')::timestamptz as at
      from class_member cm join class c on c.class_id = cm.class_id join content t on t.content_id = c.class_id
        cross join lateral jsonb_array_elements(c.timetable) m
      where cm.user_id = ${user_id} and cm.site_id = ${site_id} and cm.member_status in ('admitted', 'studying')
        and c.status = 'published' and c.end_at > ${from})
    select kind, title, place, link_type, link_id, ${sql.raw(toMs('at'))} as at_ms from (
      select 'course' as kind, title, '' as place, 'C' as link_type, content_id as link_id, study_end_at as at from own
      union all
      select 'exam', own.title, '', 'myexam', '', p.close_at from own
        join paper_course pc on pc.site_id = ${site_id} and pc.content_id = own.content_id
        join paper p on p.paper_id = pc.paper_id and p.status = 'published'
        where own.exam_status <> 'passed' and p.close_at is not null
      union all
      select 'homework', h.title, '', 'C', own.content_id, h.deadline_at from own
        join homework h on h.content_id = own.content_id and h.deadline_at is not null
        where not exists (select from homework_submit s where s.homework_id = h.homework_id
          and s.learning_id = own.learning_id and s.homework_status in ('submitted', 'passed'))
      union all
      select 'class', class_title || '：' || title, place, 'X', class_id, at from lesson
      union all
      select 'live', c.title, '', 'L', v.content_id, v.begin_at from live v
        join live_booking b on b.content_id = v.content_id and b.user_id = ${user_id} and b.site_id = ${site_id}
        join content c on c.content_id = v.content_id
        where v.begin_at > ${from} and v.begin_at <= ${to} and v.canceled_at is null
      union all
      select 'activity', c.title, a.place, c.content_type, a.content_id, a.begin_at from activity_apply ap
        join activity a on a.content_id = ap.content_id and a.canceled_at is null
        join content c on c.content_id = a.content_id
        where ap.user_id = ${user_id} and ap.site_id = ${site_id} and ap.apply_status = 'applied'
    ) as due where at > ${from} and at <= ${to} order by at, kind, link_id limit ${limit}`);
  return rows;
}
