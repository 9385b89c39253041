import { learnCalendar, learnHide, learnJoin, learnReport } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeEach, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { addRecord } from '../credits/credits.store.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { insertStudyDays } from '../../study/learning/progress/progress.store.ts';
import { live, liveBooking } from '../../study/live/live.tables.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let [learner, other]: Learner[] = [];
beforeEach(async () => {
  [learner, other] = [await newLearner(api), await newLearner(api)];
});

const day = 86_400_000;
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * day);
const studied = (of: string, minutes: number) =>
  insertStudyDays(api.db, [{ user_id: learner!.user_id, day: of, counted_ms: minutes * 60_000 }]);
const granted = (
  at: string,
  hours: number,
  year = 2026,
  status: 'granted' | 'pending' = 'granted',
) =>
  addRecord(api.db, {
    site_id: 'main',
    user_id: learner!.user_id,
    year,
    subject_kind: 'pro',
    kind: 'project',
    hours,
    credits: hours / 3,
    source_type: 'manual',
    source_id: ulid(),
    title: '手卫生',
    status,
    created_at: new Date(at),
    granted_at: status === 'granted' ? new Date(at) : null,
  });

it('a year is reported by month from daily totals and the ledger', async () => {
  await studied('2026-03-02', 30);
  await studied('2026-03-09', 15);
  await studied('2026-04-01', 10);
  await studied('2025-12-31', 99);
  // The last evening of February in UTC is in March in China.
  await granted('2026-02-28T17:00:00Z', 6);
  await granted('2026-03-05T02:00:00Z', 3);
  await granted('2026-03-05T02:00:00Z', 30, 2026, 'pending');
  await granted('2026-03-05T02:00:00Z', 12, 2025);
  const report = await api.send(learnReport, { year: 2026 }, learner);
  expect(report).toMatchObject({
    year: 2026,
    years: [2026, 2025],
    total_seconds: 55 * 60,
    days_studied: 3,
    days: [],
  });
  expect(report.months.map(({ seconds }) => seconds / 60)).toEqual([
    0, 0, 45, 10, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  expect(report.months[2]).toMatchObject({ month: 3, hours: 9, credits: 3 });
  expect((await api.send(learnReport, { year: 2025 }, learner)).months[11]).toMatchObject({
    hours: 12,
  });
});

it('a month is reported by day', async () => {
  await studied('2026-03-02', 30);
  await studied('2026-04-02', 20);
  const { days } = await api.send(learnReport, { year: 2026, month: 3 }, learner);
  expect(days).toEqual([{ day: '2026-03-02', seconds: 1800 }]);
});

it('is private', async () => {
  await studied('2026-03-02', 30);
  expect(await api.send(learnReport, {}, other)).toMatchObject({ total_seconds: 0, years: [2026] });
});

it('upcoming deadlines are sorted by date: ends of courses and booked lives of the next weeks', async () => {
  const [near, far, hidden] = [await newCourse(api), await newCourse(api), await newCourse(api)];
  const talk = await newCourse(api, { content_type: 'L', title: '流感防治' });
  for (const [course, days] of [
    [near, 10],
    [far, 100],
    [hidden, 5],
  ] as const) {
    const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
    await api.db
      .update(learning)
      .set({ study_end_at: inDays(days) })
      .where(eq(learning.learning_id, learning_id));
    if (course === hidden) await api.send(learnHide, { learning_id, hidden: 'Y' }, learner);
  }
  await api.db
    .insert(live)
    .values({ content_id: talk.id, begin_at: inDays(2), finish_at: inDays(2.1) });
  await api.db.insert(liveBooking).values({
    content_id: talk.id,
    user_id: learner!.user_id,
    site_id: 'main',
    booked_at: api.clock.now(),
  });
  const due = async (who = learner) =>
    (await api.send(learnCalendar, {}, who)).list.map(({ kind, link_type, link_id, at }) => [
      kind,
      link_type,
      link_id,
      at.slice(0, 10),
    ]);
  expect(await due()).toEqual([
    ['live', 'L', talk.id, '2026-06-17'],
    ['course', 'C', near.id, '2026-06-25'],
  ]);
  expect(await due(other)).toEqual([]);
});
