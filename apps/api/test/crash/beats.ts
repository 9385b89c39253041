import { setTimeout as pause } from 'node:timers/promises';
import { CallError, type OpenClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { learnJoin, playerBeat, playerEnter } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { tokenHash } from '../../src/study/player/token.rules.ts';
import { makeCourse, makeLearners, segments } from '../load/study.ts';
import type { Scenario } from './scenario.ts';

const learners = 200;
/** Batch size of reading ledgers: the log of an hour is long. */
const atOnce = 20;
/** Tolerance of the ledger beyond the elapsed time: one beat. */
const oneBeat = 15_000;

interface Watching {
  /** Milliseconds between two beats of a learner: more frequent than a real page, so that every
   * kill hits some. */
  rhythm?: number;
}

interface Learner {
  token: string;
  play: string;
  /** Of the next beat, which is resent until it is answered. */
  seq: number;
  /** Acknowledged seconds of the video, and when playback started from there. */
  furthest: number;
  since: number;
  /** The ledger at the last check, in milliseconds. */
  seen: number;
}

/** Milliseconds; `took` is the time between entering and the last beat. */
interface Row extends Record<string, unknown> {
  token_hash: string;
  ranges: [number, number][];
  furthest: number;
  covered: number;
  counted: number;
  logged: number;
  beats: number;
  last: number;
  took: number;
}

/** Learners who watch honestly from the start: acknowledged beats are kept, nothing goes back,
 * nothing is counted twice. */
export function beats({ rhythm = 1000 }: Watching = {}): Scenario {
  let course = { courseId: '', sectionId: '' };
  let people: Learner[] = [];
  const count = { acknowledged: 0, repeated: 0, uncredited: 0, seconds: 0 };
  const wrong: string[] = [];

  async function beat(client: OpenClient, learner: Learner): Promise<void> {
    const now = Date.now();
    const to = learner.furthest + (now - learner.since) / 1000;
    const { furthest } = await client.send(
      playerBeat,
      {
        play_token: learner.play,
        seq: learner.seq,
        spans: [[learner.furthest, to]],
        position: to,
        rate: 1,
        visible: true,
        at: now,
      },
      { token: learner.token },
    );
    if (furthest < learner.furthest)
      wrong.push(`an answer went back from ${learner.furthest} to ${furthest} s`);
    count.acknowledged += 1;
    count.uncredited += Math.max(0, to - furthest);
    count.seconds += furthest - learner.furthest;
    Object.assign(learner, { seq: learner.seq + 1, furthest, since: now });
  }

  async function study(client: OpenClient, learner: Learner, stopped: AbortSignal): Promise<void> {
    learner.since = Date.now();
    while (!stopped.aborted) {
      await pause(Math.random() * 2 * rhythm);
      await beat(client, learner).catch((error: unknown) => {
        const isRefused =
          !(error instanceof CallError) || (error.statusCode !== 0 && error.statusCode < 500);
        if (isRefused) wrong.push(`a beat was refused: ${String(error)}`);
        count.repeated += 1;
      });
    }
  }

  return {
    async prepare(api) {
      course = await makeCourse(api);
      people = (await makeLearners(api, learners)).map((token) => ({
        token,
        play: '',
        seq: 1,
        furthest: 0,
        since: 0,
        seen: 0,
      }));
    },
    async begin(client, base) {
      for (const learner of people) {
        await client.send(learnJoin, { id: course.courseId }, { token: learner.token });
        const { play_token, media_url } = await client.send(
          playerEnter,
          { section_id: course.sectionId },
          { token: learner.token },
        );
        learner.play = play_token;
        for (const file of segments)
          await fetchAs('cme.localhost')(base + media_url.replace('index.m3u8', file)).then(
            (file) => file.arrayBuffer(),
          );
        learner.since = Date.now();
      }
    },
    work: async (client, stopped) =>
      void (await Promise.all(people.map((learner) => study(client, learner, stopped)))),
    async check(db) {
      const found: string[] = [];
      for (let index = 0; index < people.length; index += atOnce) {
        const some = people.slice(index, index + atOnce);
        // Calls continue while an API runs: everything acknowledged before the check must be
        // stored.
        const told = some.map(({ furthest, seq }) => ({ furthest, seq }));
        const hashes = some.map(({ play }) => tokenHash(play));
        const rows = await readLedger(db, course.sectionId, hashes);
        some.forEach((learner, which) => {
          const row = rows.find(({ token_hash }) => token_hash === hashes[which]);
          found.push(...compare(learner, told[which] ?? learner, row));
        });
      }
      return [...wrong.splice(0), ...found];
    },
    figures: () => ({ ...count, learners }),
  };
}

/** A learner's data in one statement: transactions of a killed API may still be committing. */
async function readLedger(db: Db, sectionId: string, hashes: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select p.token_hash, s.watched_ranges as ranges, s.furthest_ms as furthest, s.covered_ms as covered, b.*,
      (select coalesce(sum(d.counted_ms), 0)::float8 from study_day d where d.user_id = p.user_id) as counted
    from play_session p join section_progress s using (learning_id, section_id)
      cross join lateral (select coalesce(sum(accepted_ms), 0)::float8 as logged, count(*)::int as beats, coalesce(max(seq), 0) as last,
        coalesce(extract(epoch from max(at) - p.started_at) * 1000, 0)::float8 as took from beat_log where play_id = p.play_id) b
    where s.section_id = ${sectionId} and p.token_hash in ${hashes}`);
  return rows;
}

function compare(
  learner: Learner,
  { furthest, seq }: Pick<Learner, 'furthest' | 'seq'>,
  row: Row | undefined,
): string[] {
  if (!row) return ['a play is gone'];
  const told = Math.round(furthest * 1000);
  const [from, to] = row.ranges[0] ?? [0, 0];
  const wrong = [
    (from > 0 || to < told) && `acknowledged to ${told} ms, kept ${JSON.stringify(row.ranges)}`,
    row.last < seq - 1 && `beat ${seq - 1} was acknowledged, the last one kept is ${row.last}`,
    row.furthest < learner.seen && `went back from ${learner.seen} to ${row.furthest} ms`,
    (row.counted !== row.logged || row.logged !== row.covered) &&
      `counted ${row.counted}, logged ${row.logged}, watched ${row.covered} ms`,
    row.beats !== row.last && `${row.beats} beats are kept of ${row.last}`,
    row.counted > row.took + oneBeat && `counted ${row.counted} ms in ${row.took} ms`,
  ];
  learner.seen = row.furthest;
  return wrong.filter((item) => item !== false);
}
