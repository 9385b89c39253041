import { siteMap } from '@cme/contract/site';
import { activityApply, activityCancel, activityDetail, learnJoin } from '@cme/contract/study';
import { shopplistAdd } from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newActivity } from '../../../test/items.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { getActivityAction, activityStatusAt } from './activity.rules.ts';
import { activity, activityApply as applyTable } from './activity.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const day = (number: number) => new Date(Date.UTC(2026, 5, number));
const facts = {
  apply_from: day(1),
  apply_to: day(5),
  begin_at: day(10),
  finish_at: day(11),
  seats: 2,
  taken: 0,
  canceled_at: null,
};

describe('the state of an activity', () => {
  it.each([
    [day(0), {}, 'not_open'],
    [day(1), {}, 'open'],
    [day(4), { taken: 2 }, 'full'],
    [day(5), {}, 'closed'],
    [day(10), {}, 'running'],
    [day(11), {}, 'ended'],
    [day(2), { canceled_at: day(1) }, 'canceled'],
  ])('at %s with %o is %s', (now, more, status) => {
    expect(activityStatusAt({ ...facts, ...more }, now)).toBe(status);
  });

  it.each([
    ['open', { applied: false, open: true, in_scope: true }, 'apply'],
    ['open', { applied: false, open: true, in_scope: false }, 'none'],
    ['open', { applied: false, open: false, in_scope: true }, 'over'],
    ['full', { applied: true, open: true, in_scope: true }, 'cancel'],
    ['closed', { applied: true, open: false, in_scope: false }, 'cancel'],
    ['running', { applied: true, open: true, in_scope: true }, 'applied'],
    ['not_open', { applied: false, open: true, in_scope: true }, 'wait'],
    ['ended', { applied: false, open: true, in_scope: true }, 'over'],
    ['canceled', { applied: true, open: true, in_scope: true }, 'over'],
  ] as const)('%s with %o has the action %s', (status, application, action) => {
    expect(getActivityAction(status, application)).toBe(action);
  });
});

describe('an activity', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const apply = (id: string, learner: Learner) => api.send(activityApply, { id }, learner);

  it('assigns one place per person, releases it on withdrawal, and gives it to the next', async () => {
    const { id } = await newActivity(api, { seats: 1 });
    const [one, two] = [await newLearner(api), await newLearner(api)];
    expect(await apply(id, one)).toMatchObject({
      applied: 'Y',
      seats_left: 0,
      activity_action: 'cancel',
    });
    expect(await apply(id, one)).toMatchObject({ applied: 'Y', seats_left: 0 });
    expect(await refusal(apply(id, two))).toBe('activity_full');
    expect(await api.send(activityDetail, { id }, two)).toMatchObject({
      activity_status: 'full',
      applied: 'N',
    });
    expect(await api.send(activityCancel, { id }, one)).toMatchObject({
      applied: 'N',
      seats_left: 1,
    });
    expect(await api.send(activityCancel, { id }, one)).toMatchObject({ seats_left: 1 });
    expect(await apply(id, two)).toMatchObject({ applied: 'Y', seats_left: 0 });
    expect(await api.send(activityDetail, { id }, two)).toMatchObject({
      applied: 'Y',
      applied_at: expect.any(String),
    });
  });

  it('never overbooks under concurrent and repeated applications', async () => {
    const { id } = await newActivity(api, { seats: 5 });
    const people = await Promise.all(Array.from({ length: 25 }, () => newLearner(api)));
    const answers = await Promise.all(
      [...people, ...people].map((learner) => refusal(apply(id, learner))),
    );
    const rows = await api.db.select().from(applyTable).where(eq(applyTable.content_id, id));
    const [row] = await api.db.select().from(activity).where(eq(activity.content_id, id));
    expect(rows).toHaveLength(5);
    expect(row?.taken).toBe(5);
    expect(answers.filter((answer) => answer !== 'accepted' && answer !== 'activity_full')).toEqual(
      [],
    );
    const applied = new Set(rows.map(({ user_id }) => user_id));
    expect(
      people.map((_, index) =>
        [answers[index], answers[index + people.length]].includes('accepted'),
      ),
    ).toEqual(people.map(({ user_id }) => applied.has(user_id)));
  });

  it('refuses applications that are too early, too late, unpublished, out of scope or of another type', async () => {
    const learner = await newLearner(api);
    const later = new Date(api.clock.now().getTime() + 3_600_000);
    const before = new Date(api.clock.now().getTime() - 60_000);
    const refused = async (
      ...given: Parameters<typeof newActivity> extends [unknown, ...infer R] ? R : never
    ) => refusal(apply((await newActivity(api, ...given)).id, learner));
    expect(await refused({ apply_from: later })).toBe('activity_state');
    expect(await refused({ apply_to: before })).toBe('activity_state');
    expect(await refused({ canceled_at: before })).toBe('activity_state');
    expect(await refused({}, { status: 'off' })).toBe('activity_state');
    expect(await refused({}, { apply_scope: { levels: ['C'] } })).toBe('not_in_scope');
    expect(await refused({}, { site: 'hospital' })).toBe('not_found');
    expect(await refused({}, { content_type: 'Y' })).toBe('not_found');
  });

  it('is in the sitemap of its site until it is over', async () => {
    const shown = await newActivity(api);
    const others = [
      await newActivity(api, {}, { status: 'off' }),
      await newActivity(api, {}, { site: 'hospital' }),
      await newActivity(api, {}, { end_at: new Date(api.clock.now().getTime() - 60_000) }),
    ];
    const { list } = await api.send(siteMap, {});
    expect(list.filter(({ id }) => id === shown.id)).toMatchObject([
      { kind: 'content', content_type: 'A' },
    ]);
    expect(list.filter(({ id }) => others.some((other) => other.id === id))).toEqual([]);
  });

  it('can be neither joined as a course nor bought', async () => {
    const learner = await newLearner(api);
    const { id } = await newActivity(api);
    const ref = { content_type: 'A', id };
    expect(await refusal(api.send(learnJoin, ref, learner))).toBe('not_found');
    expect(await refusal(api.send(shopplistAdd, ref, learner))).toBe('not_found');
  });
});
