import { createBatcher } from '../../../platform/batching/batcher.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromMs, statement } from '../../../platform/database/statement.ts';
import type { Span } from '../../learning/progress/spans.rules.ts';
import { longestMediaSeconds, mediaSeconds, type MediaPass } from './media.rules.ts';

/** A file that is requested with a pass. */
export interface Fetch {
  pass: MediaPass;
  folder: string;
  /** The parts of the video that it holds. */
  parts: readonly Span[];
  at: number;
}

/** The play of an accepted pass. */
export interface Fetched {
  token_hash: string;
}

const at = fromMs('r.at');
const life = mediaSeconds * 1000;

/**
 * Whether passes are accepted, and what is fetched with them, in one statement. A pass ends with
 * its play, with the sign-in session, and while the enrolment does not allow study. Beyond its time
 * it is accepted while the play has beats, since a browser that plays HLS by itself keeps its first
 * address. Stored before the last piece of the file is sent, so that no beat comes before it.
 */
const record = statement<{ n: number; token_hash: string }>(
  'player_fetch',
  `
  with r as (select * from json_to_recordset($1::json) as r(n int, user_id text, play_id text, folder text, until float8, longest float8, at float8, parts text)),
    accepted as (select r.n, r.parts, r.at, p.token_hash, p.learning_id, p.section_id
      from r join play_session p on p.user_id = r.user_id and p.play_status in ('active', 'paused')
        join learning l on l.learning_id = p.learning_id
        join user_session s on s.session_id = p.session_id join "user" u on u.user_id = s.user_id
      where (p.play_id = r.play_id or r.play_id = '' and exists (
          select 1 from section c join resource m on m.resource_id = c.resource_id where c.section_id = p.section_id and m.folder = r.folder))
        and (r.at < r.until or r.at < r.longest and p.last_beat_at > ${fromMs(`(r.at - ${life})`)})
        and l.suspension = '' and l.learn_status <> 'revoked' and (l.learn_status = 'completed' or l.study_end_at > ${at})
        and s.ended_at is null and s.expires_at > ${at} and u.status = 'normal'),
    stored as (insert into section_fetch as f (learning_id, section_id, parts, updated_at)
      select learning_id, section_id, range_agg(parts::int4multirange), to_timestamp(max(at) / 1000.0) from accepted where parts <> '{}' group by 1, 2 order by 1, 2
      on conflict (learning_id, section_id) do update set parts = f.parts + excluded.parts, updated_at = excluded.updated_at where not f.parts @> excluded.parts)
  select n, token_hash from accepted`,
);

const toFetchRow = ({ pass: { holder, expires }, folder, parts, at }: Fetch, n: number) => ({
  n,
  user_id: holder.user_id,
  play_id: holder.bound_to,
  folder,
  until: expires * 1000,
  longest: (expires - mediaSeconds + longestMediaSeconds) * 1000,
  at,
  parts: `{${parts.map(([from, to]) => `[${from},${to})`).join(',')}}`,
});

/** Records a fetch; undefined when its pass is not accepted. Concurrent ones share a statement. */
export function createFetchRecord(db: Db): (fetch: Fetch) => Promise<Fetched | undefined> {
  const recordOne = createBatcher<Fetch, { play?: Fetched }>(async (fetches) => {
    const rows = await record(db, [JSON.stringify(fetches.map(toFetchRow))]);
    const plays = new Map(rows.map(({ n, token_hash }) => [n, { token_hash }]));
    return fetches.map((_, n) => {
      const play = plays.get(n);
      return play ? { play } : {};
    });
  });
  return async (fetch) => (await recordOne(fetch)).play;
}
