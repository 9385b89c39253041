import { collectionList, collectionState, collectionToggle } from '@cme/contract/content';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { newActivity, newLive } from '../../../test/items.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { newPackage } from '../../../test/pay/trade.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import { content, siteContent } from '../catalogue/catalogue.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(api);
});

const toggle = (id: string, collected?: 'Y' | 'N', contentType = 'C', person = learner) =>
  api.send(
    collectionToggle,
    { content_type: contentType, id, ...(collected ? { collected } : {}) },
    person,
  );
const list = async (person = learner) =>
  (await api.send(collectionList, {}, person)).list.map(({ content: { id }, state }) => [
    id,
    state,
  ]);

it('sets the requested state idempotently, and toggles without one', async () => {
  const { id } = await newCourse(api);
  expect(await toggle(id, 'Y')).toEqual({ collected: 'Y', count: 1 });
  expect(await toggle(id, 'Y')).toEqual({ collected: 'Y', count: 1 });
  expect(await toggle(id, 'N')).toEqual({ collected: 'N', count: 0 });
  expect(await toggle(id, 'N')).toEqual({ collected: 'N', count: 0 });
  expect(await toggle(id)).toEqual({ collected: 'Y', count: 1 });
  expect(await toggle(id)).toEqual({ collected: 'N', count: 0 });
});

/** One content of each type on the main site. */
const kinds: Record<string, () => Promise<string>> = {
  C: async () => (await newCourse(api)).id,
  P: async () => (await newPackage(api, 100, [await newCourse(api)])).id,
  X: async () => (await newClass(api)).class_id,
  L: async () => (await newLive(api)).id,
  A: async () => (await newActivity(api)).id,
  Z: async () => (await newCourse(api, { content_type: 'Z', lengths: [] })).id,
  Y: async () => (await newCourse(api, { content_type: 'Y', lengths: [] })).id,
};

it.each(Object.entries(kinds))(
  'of type %s is stored once however often it is sent',
  async (type, make) => {
    const id = await make();
    const put = () => toggle(id, 'Y', type);
    expect(await put()).toEqual({ collected: 'Y', count: 1 });
    expect(await Promise.all([put(), put(), put()])).toEqual(
      Array.from({ length: 3 }, () => ({ collected: 'Y', count: 1 })),
    );
    expect(await list()).toEqual([[id, 'ok']]);
    expect(await Promise.all([toggle(id, 'N', type), toggle(id, 'N', type)])).toEqual([
      { collected: 'N', count: 0 },
      { collected: 'N', count: 0 },
    ]);
    expect(await list()).toEqual([]);
  },
);

it('is stored once under concurrent requests', async () => {
  const { id } = await newCourse(api);
  const total = await Promise.all(Array.from({ length: 12 }, () => toggle(id, 'Y')));
  expect(new Set(total.map(({ count }) => count))).toEqual(new Set([1]));
});

it('lists the newest first, keeps unpublished items with a note, and reports which are favourites', async () => {
  const [one, two] = [await newCourse(api), await newCourse(api)];
  await toggle(one.id, 'Y');
  api.clock.pass(1000);
  await toggle(two.id, 'Y');
  expect(await list()).toEqual([
    [two.id, 'ok'],
    [one.id, 'ok'],
  ]);
  await api.db.update(content).set({ status: 'off' }).where(eq(content.content_id, one.id));
  expect((await api.send(collectionList, {}, learner)).list[1]).toMatchObject({
    state: 'off_shelf',
    state_name: '已下架',
  });
  const refs = [one.id, 'unknown'].map((id) => ({ content_type: 'C', id }));
  expect(await api.send(collectionState, { refs }, learner)).toEqual({ collected: [one.id] });
  expect((await toggle(one.id, 'N')).count).toBe(1);
});

it('shows the current state of each item', async () => {
  const ids = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await newCourse(api);
    await toggle(id, 'Y');
    api.clock.pass(1000);
    ids.push(id);
  }
  const [ended, off, gone] = ids as [string, string, string];
  const over = { end_at: new Date(api.clock.now().getTime() - 1) };
  await api.db.update(content).set(over).where(eq(content.content_id, ended));
  await api.db.update(content).set({ status: 'off' }).where(eq(content.content_id, off));
  await api.db.update(siteContent).set({ shown: false }).where(eq(siteContent.content_id, gone));
  const rows = (await api.send(collectionList, {}, learner)).list;
  expect(rows.map(({ state, state_name }) => [state, state_name])).toEqual([
    ['gone', '已下架'],
    ['off_shelf', '已下架'],
    ['ended', '已结束'],
  ]);
});

it('lists and counts by type', async () => {
  const course = await newCourse(api);
  const live = await newCourse(api, { content_type: 'L' });
  await toggle(course.id, 'Y');
  await toggle(live.id, 'Y', 'L');
  const only = await api.send(collectionList, { tab: 'live' }, learner);
  expect(only.list.map((row) => row.content.id)).toEqual([live.id]);
  expect(only).toMatchObject({
    total: 1,
    counts: { all: 2, course: 1, live: 1, package: 0, class: 0, activity: 0 },
  });
  expect((await api.send(collectionList, { tab: 'class' }, learner)).total).toBe(0);
});

it('refuses items of another site, of another type or unknown, and belongs to one person', async () => {
  const { id } = await newCourse(api);
  const hospital = await newCourse(api, { site: 'hospital' });
  expect(await refusal(toggle(hospital.id, 'Y'))).toBe('not_found');
  expect(await refusal(toggle(id, 'Y', 'P'))).toBe('not_found');
  expect(await refusal(toggle('unknown', 'Y'))).toBe('not_found');
  await toggle(id, 'Y');
  const other = await newLearner(api);
  expect(await list(other)).toEqual([]);
  expect(await toggle(id, 'N', 'C', other)).toEqual({ collected: 'N', count: 0 });
  expect(await list()).toEqual([[id, 'ok']]);
});
