import { EventEmitter } from 'node:events';
import { logout, sessionWatch, userInfo } from '@cme/contract/person';
import type { FastifyReply } from 'fastify';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { type SecondApi, startSecondApi } from '../../../../test/second-api.ts';
import { signedInPerson, type TestPerson } from '../../../../test/people.ts';
import { insertMessages } from '../../message/message.store.ts';
import { openSession } from './session.store.ts';
import { type ReadChanges, createSessionWatch, type Watcher } from './session.watch.ts';

describe('over two APIs on one database', () => {
  let api: TestApi;
  let beside: SecondApi;
  let person: TestPerson;
  let n = 20_000;
  beforeAll(async () => {
    api = await startTestApi({ now: new Date() });
    beside = await startSecondApi(api);
  });
  afterAll(async () => {
    await beside.close();
    await api.close();
  });
  beforeEach(async () => {
    n += 1;
    person = await signedInPerson(api, n);
  });

  const watch = (unreadCount?: string) =>
    api.send(sessionWatch, unreadCount === undefined ? {} : { unread_count: unreadCount }, {
      token: person.token,
    });
  const message = () => ({
    id: ulid(),
    site_id: 'main',
    user_id: person.user_id,
    kind: 'system' as const,
    title: '通知',
    text: '您好',
    created_at: api.clock.now(),
  });

  test('a page is notified within two seconds that the session was ended at the other API', async () => {
    const waiting = watch('0');
    expect(
      await Promise.race([waiting, beside.client.send(userInfo, {}, { token: person.token })]),
    ).toMatchObject({ user_id: person.user_id });
    const began = performance.now();
    await beside.client.send(logout, {}, { token: person.token });
    await expect(api.send(userInfo, {}, { token: person.token })).rejects.toMatchObject({
      statusCode: 401,
    });
    expect(await waiting).toEqual({ signed_in: 'N', unread_count: 0 });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test('all tabs of the person are notified on both', async () => {
    const waiting = [
      watch('0'),
      watch('0'),
      beside.client.send(sessionWatch, { unread_count: '0' }, { token: person.token }),
    ];
    await beside.client.send(userInfo, {}, { token: person.token });
    await api.send(logout, {}, { token: person.token });
    expect(await Promise.all(waiting)).toEqual(
      Array.from({ length: 3 }, () => ({ signed_in: 'N', unread_count: 0 })),
    );
  });

  test('a new message is reported, and an outdated count at once', async () => {
    await insertMessages(api.db, [message(), message()]);
    expect(await watch()).toEqual({ signed_in: 'Y', unread_count: 2 });
    expect(await watch('5')).toEqual({ signed_in: 'Y', unread_count: 2 });
    const waiting = watch('2');
    await beside.client.send(userInfo, {}, { token: person.token });
    await insertMessages(api.db, [message()]);
    expect(await waiting).toEqual({ signed_in: 'Y', unread_count: 3 });
  });

  test('a page without a session is told so at once, without an error', async () => {
    for (const token of ['', 'A'.repeat(43)])
      expect(await api.send(sessionWatch, {}, { token })).toEqual({
        signed_in: 'N',
        unread_count: 0,
      });
  });

  test('long polling does not extend the session', async () => {
    const { token } = await openSession(
      api.db,
      new Date(api.clock.now().getTime() - 31 * 60_000),
      { user_id: person.user_id, site_id: 'main' },
      { origin: '', user_agent: '', address: '' },
    );
    expect(await api.send(sessionWatch, { unread_count: '0' }, { token })).toEqual({
      signed_in: 'N',
      unread_count: 0,
    });
    const young = await openSession(
      api.db,
      new Date(api.clock.now().getTime() - 29 * 60_000),
      { user_id: person.user_id, site_id: 'main' },
      { origin: '', user_agent: '', address: '' },
    );
    const waiting = api.send(sessionWatch, { unread_count: '0' }, { token: young.token });
    await api.send(sessionWatch, {}, { token: young.token });
    api.clock.pass(61_000);
    expect(await waiting).toEqual({ signed_in: 'N', unread_count: 0 });
  });

  test('stopping an API answers its long-polling calls', async () => {
    const third = await startSecondApi(api);
    const waiting = third.client.send(sessionWatch, { unread_count: '0' }, { token: person.token });
    await third.client.send(sessionWatch, {}, { token: person.token });
    await third.close();
    expect(await waiting).toEqual({ signed_in: 'Y', unread_count: 0 });
  });
});

describe('many long-polling calls', () => {
  const living = new Set<string>();
  const looks: number[] = [];
  const readChanges: ReadChanges = async (watched) => {
    looks.push(watched.length);
    return { living, unread: new Map() };
  };
  const watching = (id: string, known = '0'): Watcher => ({
    session: { session_id: id },
    person: { user_id: id, site_id: 'main', real_name: '' },
    known,
    socket: new EventEmitter() as FastifyReply['raw'],
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    living.clear();
    looks.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('share one query per second, and return without news after 25 s', async () => {
    const { wait } = createSessionWatch(readChanges, () => undefined);
    const ids = Array.from({ length: 1000 }, (_, index) => `s${index}`);
    for (const id of ids) living.add(id);
    const all = Promise.all(ids.map((id) => wait(watching(id))));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.length).toBeLessThanOrEqual(11);
    expect(looks.at(-1)).toBe(1000);
    await vi.advanceTimersByTimeAsync(15_100);
    expect(new Set((await all).map((seen) => JSON.stringify(seen)))).toEqual(
      new Set(['{"signed_in":"Y","unread_count":0}']),
    );
    const after = looks.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.length).toBe(after);
  });

  test('are released when their connection closes', async () => {
    const { wait } = createSessionWatch(readChanges, () => undefined);
    living.add('a');
    const one = watching('a');
    const waiting = wait(one);
    await vi.advanceTimersByTimeAsync(1500);
    one.socket.emit('close');
    await waiting;
    const after = looks.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(looks.length).toBeLessThanOrEqual(after + 1);
  });

  test('of one session are limited to twenty: the oldest is answered', async () => {
    const { wait } = createSessionWatch(readChanges, () => undefined);
    living.add('a');
    const all = Array.from({ length: 21 }, () => wait(watching('a')));
    expect(await all[0]).toEqual({ signed_in: 'Y', unread_count: 0 });
  });

  test.each(['-Infinity', '-3', '1.5', '1e999', 'many'])(
    'a page that shows %s gets a count',
    async (known) => {
      const { wait } = createSessionWatch(readChanges, () => undefined);
      living.add('a');
      const all = Array.from({ length: 21 }, () => wait(watching('a', known)));
      expect(await all[0]).toEqual({ signed_in: 'Y', unread_count: 0 });
    },
  );

  test('survive a failed query', async () => {
    let failing = true;
    const complaints: unknown[] = [];
    const { wait } = createSessionWatch(
      async (watched) => (failing ? Promise.reject(new Error('away')) : readChanges(watched)),
      (error) => complaints.push(error),
    );
    const waiting = wait(watching('gone'));
    await vi.advanceTimersByTimeAsync(2500);
    expect(complaints.length).toBeGreaterThan(1);
    failing = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toEqual({ signed_in: 'N', unread_count: 0 });
  });
});
