import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from '@cme/commons/api-client';
import {
  classAgreement,
  type MyClass,
  trainingclassApply,
  trainingclassQuit,
} from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { mainSite, makeLearners } from '../load/study.ts';
import { newClass } from '../training-class.ts';
import { crowd, type Race } from './race.ts';

const people = 1000;
const seats = 60;
const room = 300;
const leaving = 30;

/** The expected class after the crowd: every seat assigned once, the rest on the waiting list. */
async function notRight(db: Db, classId: string, waiting: number): Promise<string[]> {
  const { rows } = await db.execute<{ what: string }>(sql`
    with of as (select * from class where class_id = ${classId}),
    seated as (select * from class_member where class_id = ${classId} and member_status = 'admitted'),
    queue as (select * from class_member where class_id = ${classId} and member_status = 'waiting')
    select concat(count(*), ' seats are given') as what from seated having count(*) <> ${seats}::int
    union all select concat(count(*), ' wait') from queue having count(*) <> ${waiting}::int
    union all select concat('the class counts ', taken, ' seats and ', waiting, ' who wait') from of where taken <> ${seats}::int or waiting <> ${waiting}::int
    union all select concat('number ', number, ' is given ', count(*), ' times') from class_member where class_id = ${classId} group by number having count(*) > 1
    union all select 'somebody waits who came before somebody with a seat' where (select min(number) from queue) < (select max(number) from seated)
    union all select concat(count(*), ' with a seat have no course') from seated s where not exists (select 1 from learning l where l.source = 'class' and l.source_id = s.member_id and l.learn_status = 'enrolled') having count(*) > 0
    union all select concat(count(*), ' without a seat have a course') from queue q where exists (select 1 from learning l where l.source = 'class' and l.source_id = q.member_id and l.learn_status <> 'revoked') having count(*) > 0
    union all select concat(count(*), ' steps are not in the log') from class_member m where class_id = ${classId} and not exists (select 1 from state_log g where g.entity = 'class_member' and g.entity_id = m.member_id and g."to" = m.member_status) having count(*) > 0`);
  return rows.map(({ what: name }) => name);
}

/** The waiting list in order. */
const countWaitingMembers = (answers: readonly MyClass[]) =>
  answers.filter(({ member_status }) => member_status === 'waiting').length;

/** A thousand people apply concurrently for the last seats, every fifth of them twice; then thirty
 * leave concurrently, each twice, and the first thirty of the waiting list get their seats. */
export const lastSeats: Race = {
  what: `${people} people apply at once for ${seats} seats and ${room} places to wait, every fifth twice; then ${leaving} leave at once, each twice`,
  rounds: 5,
  async run({ context, send }, rounds) {
    const { db } = context;
    const tokens = await makeLearners(context, people);
    const wrong: string[] = [];
    const took: number[] = [];
    let again = 0;
    /** Retries after a 503: a request whose reply was lost must not count twice. */
    const untilAnswered = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      for (let tries = 1; ; tries += 1)
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof CallError && error.statusCode === 503) || tries === 30)
            throw error;
          again += 1;
          await pause(200 + 50 * tries);
        }
    };
    for (let round = 0; round < rounds; round += 1) {
      const { class_id } = await newClass(
        { db, clock: context },
        { site_id: mainSite, seats, waiting_limit: room, courses: 2 },
      );
      const mine = new Map<string, MyClass>();
      const apply = async (token: string) => {
        const body = { class_id, agree_version: classAgreement };
        const got = await untilAnswered(() => send(trainingclassApply, body, token));
        const before = mine.get(token);
        if (before && before.member_status !== got.member_status)
          wrong.push(
            `round ${round}: one person is ${before.member_status} and ${got.member_status}`,
          );
        mine.set(token, got);
        return got;
      };
      const began = performance.now();
      const replies = await crowd(people + people / 5, (index) =>
        apply(tokens[index < people ? index : (index - people) * 5]!),
      );
      took.push(performance.now() - began);
      const strangerGuesses = replies.refusals.filter((word) => word !== 'class_full');
      wrong.push(...strangerGuesses.map((word) => `round ${round}: ${word}`));
      if (mine.size !== seats + room || countWaitingMembers([...mine.values()]) !== room)
        wrong.push(
          `round ${round}: ${mine.size} were taken, ${countWaitingMembers([...mine.values()])} wait`,
        );
      wrong.push(...(await notRight(db, class_id, room)).map((name) => `round ${round}: ${name}`));
      const seated = [...mine].filter(([, { member_status }]) => member_status === 'admitted');
      const next = await readQueue(db, class_id, leaving);
      const left = await crowd(leaving * 2, (index) =>
        untilAnswered(() => send(trainingclassQuit, { class_id }, seated[index % leaving]![0])),
      );
      wrong.push(...left.refusals.map((word) => `round ${round}: leaving ${word}`));
      const after = await notRight(db, class_id, room - leaving);
      wrong.push(...after.map((name) => `round ${round}: afterwards ${name}`));
      const got = await admittedAmong(db, next);
      if (got !== leaving) wrong.push(`round ${round}: ${got} of the first ${leaving} have a seat`);
    }
    return {
      wrong,
      note: `answered within ${Math.round(Math.max(...took))} ms, ${again} told to come again`,
    };
  },
};

const readQueue = async (db: Db, classId: string, limit: number): Promise<string[]> =>
  (
    await db.execute<{ member_id: string }>(
      sql`select member_id from class_member where class_id = ${classId} and member_status = 'waiting' order by number limit ${limit}`,
    )
  ).rows.map(({ member_id }) => member_id);

const admittedAmong = async (db: Db, ids: readonly string[]): Promise<number> =>
  (
    await db.execute<{ n: number }>(
      sql`select count(*)::int as n from class_member where member_status = 'admitted' and member_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
    )
  ).rows[0]?.n ?? 0;
