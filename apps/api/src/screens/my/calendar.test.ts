import { CallError } from '@cme/commons/api-client';
import { learnCalendar, learnJoin } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeEach, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { activity, activityApply } from '../../study/activity/activity.tables.ts';
import { exchangeWindow } from '../../credits/exchange/exchange.tables.ts';
import { insertHomework } from '../../study/homework/homework.store.ts';
import { homeworkSubmit } from '../../study/homework/homework.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { live, liveBooking } from '../../study/live/live.tables.ts';
import { monthSpan } from './calendar.view.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let [learner, other]: Learner[] = [];
beforeEach(async () => {
  [learner, other] = [await newLearner(api), await newLearner(api)];
});

const shanghai = (moment: string) => new Date(`${moment.replace(' ', 'T')}+08:00`);
const due = async (month: string, who = learner) =>
  (await api.send(learnCalendar, { month }, who)).list.map(({ kind, link_id, at }) => [
    kind,
    link_id,
    at,
  ]);

/** A course with this end of study. */
async function studied(until: string) {
  const { id } = await newCourse(api);
  const { learning_id } = await api.send(learnJoin, { id }, learner);
  await api.db
    .update(learning)
    .set({ study_end_at: shanghai(until) })
    .where(eq(learning.learning_id, learning_id));
  return { id, learning_id };
}

it('a month contains the ends of courses, from its first second to its last, expired or not', async () => {
  const first = await studied('2026-06-01 00:00:00');
  const last = await studied('2026-06-30 23:59:59');
  await studied('2026-07-01 00:00:00');
  expect(await due('2026-06')).toEqual([
    ['course', first.id, '2026-06-01 00:00:00'],
    ['course', last.id, '2026-06-30 23:59:59'],
  ]);
  expect(await due('2026-06', other)).toEqual([]);
});

it('homework is due until submitted', async () => {
  const { id, learning_id } = await studied('2026-12-31 00:00:00');
  const homework_id = ulid();
  const deadline_at = shanghai('2026-08-20 18:00:00');
  await insertHomework(api.db, [
    { homework_id, content_id: id, title: '减压计划', task: '写一份计划。', deadline_at },
  ]);
  expect(await due('2026-08')).toEqual([['homework', id, '2026-08-20 18:00:00']]);
  await api.db.insert(homeworkSubmit).values({
    submit_id: ulid(),
    homework_id,
    learning_id,
    content_id: id,
    site_id: 'main',
    user_id: learner!.user_id,
    homework_status: 'submitted',
    updated_at: api.clock.now(),
  });
  expect(await due('2026-08')).toEqual([]);
});

it('booked lives and activities are due', async () => {
  const [talk, meeting] = [
    await newCourse(api, { content_type: 'L' }),
    await newCourse(api, { content_type: 'A' }),
  ];
  const begin_at = shanghai('2026-09-05 14:00:00');
  const finish_at = shanghai('2026-09-05 16:00:00');
  await api.db.insert(live).values({ content_id: talk.id, begin_at, finish_at });
  await api.db.insert(activity).values({
    content_id: meeting.id,
    apply_from: begin_at,
    apply_to: begin_at,
    begin_at: finish_at,
    finish_at,
    seats: 10,
  });
  expect(await due('2026-09')).toEqual([]);
  const owner = { user_id: learner!.user_id, site_id: 'main' };
  const now = api.clock.now();
  await api.db.insert(liveBooking).values({ content_id: talk.id, ...owner, booked_at: now });
  await api.db.insert(activityApply).values({
    apply_id: ulid(),
    content_id: meeting.id,
    ...owner,
    apply_status: 'applied',
    applied_at: now,
  });
  expect(await due('2026-09')).toEqual([
    ['live', talk.id, '2026-09-05 14:00:00'],
    ['activity', meeting.id, '2026-09-05 16:00:00'],
  ]);
});

it('the last day for declarations of a year is due, the site’s own before the default', async () => {
  expect(await due('2027-03')).toEqual([['declare', '', '2027-03-31 23:59:59']]);
  await api.db.insert(exchangeWindow).values({ site_id: 'main', year: 2026, until: '2027-02-10' });
  expect(await due('2027-03')).toEqual([]);
  expect(await due('2027-02')).toEqual([['declare', '', '2027-02-10 23:59:59']]);
});

it('an invalid month is refused', async () => {
  const asked = api.send(learnCalendar, { month: '2026-13' }, learner);
  await expect(asked).rejects.toThrow(CallError);
});

it('a month ends at midnight in Shanghai', () => {
  expect(monthSpan('2026-12').to).toEqual(monthSpan('2027-01').from);
});
