import { createBatcher } from '../../../platform/batching/batcher.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromMs, statement } from '../../../platform/database/statement.ts';
import type { Holder } from '../../player/media/media.rules.ts';

/** A file of a stream that is requested with a pass. */
interface Fetch {
  holder: Holder;
  content_id: string;
  /** A segment, which counts as received. */
  isPart: boolean;
  at: number;
}

/** Segments come every two seconds; noting one this often is enough. */
const noteEveryMs = 5000;

const at = fromMs('r.at');

/**
 * Whether passes are accepted, and that parts of the stream were fetched with them, in one
 * statement. A pass ends with the session, and when a learner's enrolment is cancelled or suspended;
 * teachers have none.
 */
const record = statement<{ n: number }>(
  'live_fetch',
  `
  with r as (select * from json_to_recordset($1::json) as r(n int, user_id text, site_id text, session_id text, content_id text, is_part boolean, at float8)),
    accepted as (select r.* from r join user_session s on s.session_id = r.session_id and s.user_id = r.user_id join "user" u on u.user_id = s.user_id
      where s.ended_at is null and s.expires_at > ${at} and u.status = 'normal'
        and (exists (select 1 from learning l where l.user_id = r.user_id and l.content_id = r.content_id and l.learn_status <> 'revoked' and l.suspension = '')
          or not exists (select 1 from learning l where l.user_id = r.user_id and l.content_id = r.content_id))),
    noted as (insert into live_attendance as a (content_id, user_id, site_id, entered_at, last_beat_at, fetched_at)
      select content_id, user_id, max(site_id), to_timestamp(max(at) / 1000.0), to_timestamp(max(at) / 1000.0), to_timestamp(max(at) / 1000.0)
      from accepted where is_part group by 1, 2 order by 1, 2
      on conflict (content_id, user_id) do update set fetched_at = excluded.fetched_at
        where a.fetched_at is null or a.fetched_at <= excluded.fetched_at - interval '${noteEveryMs} milliseconds')
  select n from accepted`,
);

const toFetchRow = ({ holder, content_id, isPart, at }: Fetch, n: number) => ({
  n,
  user_id: holder.user_id,
  site_id: holder.site_id,
  session_id: holder.bound_to,
  content_id,
  is_part: isPart,
  at,
});

/** Records a fetch; false when its pass is not accepted. Concurrent ones share a statement. */
export function createLiveFetchRecord(db: Db): (fetch: Fetch) => Promise<boolean> {
  return createBatcher<Fetch, boolean>(async (fetches) => {
    const rows = await record(db, [JSON.stringify(fetches.map(toFetchRow))]);
    const accepted = new Set(rows.map(({ n }) => n));
    return fetches.map((_, n) => accepted.has(n));
  });
}
