import { messageList } from '@cme/contract/person';
import { learnExtend, learnHide, learnJoin, learnList, learnSummary } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../../test/learner.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { decideExtension } from './extend.action.ts';
import { extendedEnd, extensionRefused } from './extension.rules.ts';
import { learning } from '../learning.tables.ts';
import { refusal } from '../../../../test/refusal.ts';

const api = await startApiForFile();
let [learner, other]: Learner[] = [];
let learning_id = '';
beforeEach(async () => {
  [learner, other] = [await newLearner(api), await newLearner(api)];
  const { id } = await newCourse(api);
  ({ learning_id } = await api.send(learnJoin, { id }, learner));
});

const staff = { actor_type: 'staff' as const, actor_id: 'u1' };
const day = 86_400_000;
const set = (change: Partial<typeof learning.$inferInsert>) =>
  api.db.update(learning).set(change).where(eq(learning.learning_id, learning_id));
const endIn = (days: number) =>
  set({ study_end_at: new Date(api.clock.now().getTime() + days * day) });
const row = async (tab: 'all' | 'hidden' | 'expired' = 'all') =>
  (await api.send(learnList, { tab }, learner)).list[0];
const sendRequest = (who = learner) =>
  api.send(learnExtend, { learning_id, reason: '夜班较多未能学完' }, who);

describe('an extension', () => {
  const open = {
    learn_status: 'studying' as const,
    suspension: '' as const,
    study_end_at: new Date('2026-06-20T00:00:00Z'),
  };
  const now = new Date('2026-06-15T00:00:00Z');
  it.each([
    ['near its end', {}, [], undefined],
    ['after its end', { study_end_at: new Date('2026-01-01') }, [], undefined],
    ['long before its end', { study_end_at: new Date('2026-09-01') }, [], 'extension_early'],
    ['completed', { learn_status: 'completed' as const }, [], 'extension_state'],
    ['cancelled', { learn_status: 'revoked' as const }, [], 'extension_state'],
    ['suspended', { suspension: 'refund_pending' as const }, [], 'extension_state'],
    ['while one waits', {}, ['waiting'] as const, 'extension_state'],
    ['after two', {}, ['refused', 'granted'] as const, undefined],
    ['after three', {}, ['refused', 'granted', 'refused'] as const, 'extension_often'],
  ])('%s', (_, change, states, code) => {
    const asked = states.map((state) => ({ state }));
    expect(extensionRefused({ ...open, ...change }, asked, now)?.code).toBe(code);
  });

  it.each([
    ['2026-06-20T00:00:00Z', '2026-06-30T00:00:00.000Z'],
    ['2026-01-01T00:00:00Z', '2026-06-25T00:00:00.000Z'],
  ])('counts from the end %s, or from now', (end, until) => {
    expect(extendedEnd(new Date(end), 10, now).toISOString()).toBe(until);
  });

  it('is requested once, even under repeated and concurrent requests', async () => {
    await endIn(-1);
    expect(await row('expired')).toMatchObject({ learn_status: 'expired', may_extend: 'Y' });
    const all = await Promise.all(Array.from({ length: 6 }, () => sendRequest()));
    expect(new Set(all.map(({ extension_id }) => extension_id)).size).toBe(1);
    expect(await row()).toMatchObject({ extension: { state: 'waiting', state_name: '待审核' } });
    expect((await row())?.may_extend).toBeUndefined();
  });

  it('is granted once: the course reopens, the learner is notified, and it is logged', async () => {
    await endIn(-1);
    const { extension_id } = await sendRequest();
    const decision = { extension_id, days: 30, reply: '' };
    const decided = await Promise.all(
      Array.from({ length: 4 }, () => decideExtension(api.db, decision, staff, api.clock.now())),
    );
    expect(new Set(decided.map(({ new_end_at }) => new_end_at?.getTime())).size).toBe(1);
    expect(await row()).toMatchObject({
      learn_status: 'enrolled',
      days_left: 30,
      extension: { state: 'granted' },
    });
    expect((await api.send(messageList, {}, learner)).list.map(({ title }) => title)).toEqual([
      '课程已延期',
    ]);
    expect((await readStates(api.db, 'extension', extension_id)).map(({ to }) => to)).toEqual([
      'waiting',
      'granted',
    ]);
    const against = { ...decision, days: 0, reply: '改为不同意' };
    await expect(decideExtension(api.db, against, staff, api.clock.now())).rejects.toThrow(
      '已经办理',
    );
  });

  it('that is rejected gives the reason and leaves the end unchanged', async () => {
    await endIn(3);
    const { extension_id } = await sendRequest();
    const decision = { extension_id, days: 0, reply: '课程即将下线' };
    await decideExtension(api.db, decision, staff, api.clock.now());
    expect(await row()).toMatchObject({
      days_left: 3,
      may_extend: 'Y',
      extension: { state: 'refused', reply: '课程即将下线' },
    });
  });

  it('cannot be requested for another person', async () => {
    await endIn(3);
    expect(await refusal(sendRequest(other))).toBe('not_found');
  });
});

describe('hiding', () => {
  it('moves a course to the tab of hidden ones, idempotently, and back', async () => {
    const hide = (hidden: 'Y' | 'N', who = learner) =>
      api.send(learnHide, { learning_id, hidden }, who);
    await Promise.all(Array.from({ length: 4 }, () => hide('Y')));
    const list = await api.send(learnList, {}, learner);
    expect(list).toMatchObject({ total: 0, counts: { all: 0, studying: 0, hidden: 1 } });
    expect(await row('hidden')).toMatchObject({ learning_id, hidden: 'Y' });
    expect(await refusal(hide('N', other))).toBe('not_found');
    await hide('N');
    expect((await row())?.hidden).toBeUndefined();
  });
});

it('courses that wait for their examination and expired ones have tabs, and the summary counts like them', async () => {
  const counts = async () => {
    const { counts } = await api.send(learnList, {}, learner);
    expect((await api.send(learnSummary, {}, learner)).studying).toBe(counts.studying);
    return counts;
  };
  expect(await counts()).toMatchObject({ studying: 1, exam: 0 });
  await set({ learn_status: 'study_done' });
  expect(await counts()).toMatchObject({ all: 1, studying: 0, exam: 1, expired: 0 });
  await endIn(-1);
  expect(await counts()).toMatchObject({ all: 1, studying: 0, exam: 0, expired: 1 });
});
