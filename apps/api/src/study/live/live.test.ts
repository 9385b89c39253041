import { contentDetail, homeIndex, packageDetail } from '@cme/contract/content';
import { liveBook, liveDetail, liveEnter, liveStatus } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLive } from '../../../test/items.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { message } from '../../person/message/message.tables.ts';
import { getLiveAction, liveStatusAt } from './live.rules.ts';
import { insertBookings } from './live.store.ts';
import { remindBooked } from './remind.job.ts';
import { refusal } from '../../../test/refusal.ts';

const begin = new Date('2026-06-15T10:00:00Z');
const finish = new Date('2026-06-15T11:00:00Z');
const facts = {
  begin_at: begin,
  finish_at: finish,
  ended_at: null,
  recorded_at: null,
  replay_id: null,
  canceled_at: null,
  stream_seen_at: null,
};

describe('the state of a live', () => {
  it.each([
    ['2026-06-15T09:59:59Z', {}, 'scheduled'],
    ['2026-06-15T10:00:00Z', {}, 'living'],
    ['2026-06-15T10:59:59Z', {}, 'living'],
    ['2026-06-15T11:00:00Z', {}, 'ended'],
    ['2026-06-15T11:20:00Z', { ended_at: new Date('2026-06-15T11:30:00Z') }, 'living'],
    ['2026-06-15T10:40:00Z', { ended_at: new Date('2026-06-15T10:30:00Z') }, 'ended'],
    ['2026-06-15T12:00:00Z', { recorded_at: finish }, 'transcoding'],
    ['2026-06-15T12:00:00Z', { recorded_at: finish, replay_id: 'r' }, 'replay'],
    ['2026-06-15T09:00:00Z', { canceled_at: begin }, 'canceled'],
    ['2026-06-15T09:50:20Z', { stream_seen_at: new Date('2026-06-15T09:50:00Z') }, 'living'],
    ['2026-06-15T09:50:40Z', { stream_seen_at: new Date('2026-06-15T09:50:00Z') }, 'scheduled'],
    ['2026-06-15T11:20:10Z', { stream_seen_at: new Date('2026-06-15T11:20:00Z') }, 'living'],
    ['2026-06-15T11:20:40Z', { stream_seen_at: new Date('2026-06-15T11:20:00Z') }, 'ended'],
    ['2026-06-15T10:20:10Z', { stream_seen_at: begin, ended_at: begin }, 'ended'],
  ])('at %s with %o is %s', (now, more, status) => {
    expect(liveStatusAt({ ...facts, ...more }, new Date(now))).toBe(status);
  });

  const all = { owned: false, free: true, open: true, in_scope: true, booked: false };
  it.each([
    ['scheduled', {}, 'book'],
    ['scheduled', { booked: true }, 'booked'],
    ['scheduled', { free: false }, 'buy'],
    ['scheduled', { free: false, owned: true }, 'book'],
    ['scheduled', { in_scope: false }, 'none'],
    ['scheduled', { open: false }, 'over'],
    ['living', {}, 'enter'],
    ['living', { free: false }, 'buy'],
    ['living', { in_scope: false, owned: true }, 'enter'],
    ['transcoding', {}, 'wait'],
    ['transcoding', { free: false }, 'wait'],
    ['replay', {}, 'replay'],
    ['replay', { free: false }, 'buy'],
    ['ended', {}, 'over'],
    ['canceled', { owned: true }, 'over'],
  ] as const)('%s with %o has the action %s', (status, more, action) => {
    expect(getLiveAction(status, { ...all, ...more })).toBe(action);
  });
});

describe('a live', () => {
  let api: TestApi;
  let learner: Learner;
  beforeAll(async () => {
    api = await startTestApi();
    learner = await newLearner(api);
  });
  afterAll(() => api.close());

  const detail = (id: string, who?: Learner) => api.send(liveDetail, { id }, who);

  it('is booked once, even under concurrent requests, and cancelled', async () => {
    const { id } = await newLive(api);
    expect(await detail(id)).toMatchObject({
      live_status: 'scheduled',
      live_status_name: '即将开课',
      live_action: 'book',
      booked: 'N',
      can_book: 'Y',
    });
    const total = await Promise.all(
      Array.from({ length: 8 }, () => api.send(liveBook, { id }, learner)),
    );
    expect(total).toEqual(total.map(() => ({ booked: 'Y', booked_count: 1 })));
    expect(await detail(id, learner)).toMatchObject({ live_action: 'booked', booked: 'Y' });
    expect(await api.send(liveBook, { id, booked: 'N' }, learner)).toEqual({
      booked: 'N',
      booked_count: 0,
    });
  });

  it('drops bookings when canceled or begun, and gives the actual reason for a refusal', async () => {
    const begun = await newLive(api, { begin_at: new Date(api.clock.now().getTime() - 60_000) });
    const canceled = await newLive(api, { canceled_at: api.clock.now() });
    for (const { id } of [begun, canceled]) {
      const given = { content_id: id, user_id: learner.user_id, site_id: 'main' };
      await insertBookings(api.db, [{ ...given, booked_at: api.clock.now() }]);
      for (let times = 0; times < 2; times += 1)
        expect(await api.send(liveBook, { id, booked: 'N' }, learner)).toMatchObject({
          booked: 'N',
          booked_count: 0,
        });
    }
    for (const [{ id }, message] of [
      [begun, '直播已开始，无需预约'],
      [canceled, '本场直播已取消'],
    ] as const)
      await expect(api.send(liveBook, { id }, learner)).rejects.toMatchObject({ message });
  });

  it('reminds everybody with a booking once, 15 minutes before', async () => {
    const { id } = await newLive(api, {
      begin_at: new Date(api.clock.now().getTime() + 1_800_000),
    });
    const person = await newLearner(api);
    await api.send(liveBook, { id }, person);
    const told = async () =>
      (await api.db.select().from(message).where(eq(message.user_id, person.user_id))).map(
        ({ link_id }) => link_id,
      );
    await remindBooked(api.context);
    expect(await told()).toEqual([]);
    api.clock.pass(900_000);
    await Promise.all([remindBooked(api.context), remindBooked(api.context)]);
    await remindBooked(api.context);
    expect(await told()).toEqual([id]);
  });

  it('is entered while it runs, joined on entry if free, and bought otherwise', async () => {
    const now = api.clock.now().getTime();
    const running = { begin_at: new Date(now - 60_000), finish_at: new Date(now + 3_600_000) };
    const free = await newLive(api, running);
    const paid = await newLive(api, running, { is_free: 'N', price_fen: 100 });
    const next = await newLive(api);
    const seniors = await newLive(api, running, { apply_scope: { levels: ['C'] } });
    const enter = (id: string) => refusal(api.send(liveEnter, { id }, learner));
    expect(await api.send(liveEnter, { id: free.id }, learner)).toEqual({
      content_type: 'L',
      id: free.id,
    });
    expect((await detail(free.id, learner)).my_learning).toBeDefined();
    expect(await enter(free.id)).toBe('accepted');
    expect(await enter(paid.id)).toBe('not_owned');
    expect(await enter(next.id)).toBe('live_state');
    expect(await enter(seniors.id)).toBe('not_in_scope');
    expect(await refusal(api.send(liveBook, { id: free.id }, learner))).toBe('live_state');
    expect(await api.send(liveStatus, { id: paid.id })).toMatchObject({
      live_status: 'living',
      live_action: 'buy',
      server_time: now,
    });
  });

  it('is not found on another site, and under another type returns its real type', async () => {
    const { id } = await newLive(api, {}, { site: 'hospital' });
    expect(await refusal(detail(id))).toBe('not_found');
    const mine = await newLive(api);
    const course = await newCourse(api);
    await expect(detail(course.id)).rejects.toMatchObject({ statusCode: 404, content_type: 'C' });
    await expect(api.send(contentDetail, { id: mine.id })).rejects.toMatchObject({
      content_type: 'L',
    });
    await expect(api.send(packageDetail, { id: mine.id })).rejects.toMatchObject({
      content_type: 'L',
    });
  });

  it('is on the home page: running and upcoming first, then past ones, none canceled', async () => {
    const fresh = await startTestApi();
    try {
      const now = fresh.clock.now().getTime();
      const at = (hours: number) => new Date(now + hours * 3_600_000);
      const over = await newLive(fresh, { begin_at: at(-5), finish_at: at(-4) });
      const next = await newLive(fresh, { begin_at: at(2), finish_at: at(3) });
      const running = await newLive(fresh, { begin_at: at(-1), finish_at: at(1) });
      await newLive(fresh, { begin_at: at(1), finish_at: at(2), canceled_at: at(-1) });
      await newLive(fresh, {}, { status: 'off' });
      const { live } = await fresh.send(homeIndex, {});
      expect(live.map(({ content, live_status }) => [content.id, live_status])).toEqual([
        [running.id, 'living'],
        [next.id, 'scheduled'],
        [over.id, 'ended'],
      ]);
    } finally {
      await fresh.close();
    }
  });
});
