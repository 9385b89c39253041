import { CallError } from '@cme/commons/api-client';
import {
  messageDelete,
  messageList,
  type messageTabs,
  messageRead,
  messageReadAll,
  messageRestore,
  topNoticeCount,
} from '@cme/contract/person';
import { beforeEach, expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { insertBroadcasts, insertMessages } from './message.store.ts';
import type { NewMessage } from './message.tables.ts';

const api = await startApiForFile();
let [learner, other]: Learner[] = [];
let index = 0;
beforeEach(async () => {
  [learner, other] = [await newLearner(api), await newLearner(api)];
  // Earlier broadcasts belong to other tests.
  for (const person of [learner, other]) await api.send(messageReadAll, {}, person);
  for (const person of [learner, other])
    for (const { message_id } of (await api.send(messageList, { page_size: 100 }, person)).list)
      await api.send(messageDelete, { message_id }, person);
});

async function newMessage(kind: NewMessage['kind'] = 'study', given: Partial<NewMessage> = {}) {
  index += 1;
  const id = `m${index}`;
  await insertMessages(api.db, [
    {
      id,
      site_id: 'main',
      user_id: learner!.user_id,
      kind,
      title: `消息${index}`,
      text: '正文',
      created_at: new Date(api.clock.now().getTime() + index * 1000),
      ...given,
    },
  ]);
  return id;
}
async function newBroadcast(siteId = 'main', later = 0) {
  index += 1;
  const id = `b${index}`;
  const publish_at = new Date(api.clock.now().getTime() + later);
  await insertBroadcasts(api.db, [
    { id, site_id: siteId, kind: 'system', title: '维护', text: '今晚维护', publish_at },
  ]);
  return id;
}
const list = async (tab: (typeof messageTabs)[number] = 'all', who = learner) =>
  api.send(messageList, { tab }, who);
const fetchIds = async (tab: (typeof messageTabs)[number] = 'all', who = learner) =>
  (await list(tab, who)).list.map(({ message_id, status }) => [message_id, status]);
const readOutcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof CallError ? `${error.statusCode} ${error.code}` : String(error),
  );

it('lists own messages and broadcasts of the site, newest first, by kind and unread', async () => {
  const told = await newBroadcast();
  await newBroadcast('hospital');
  await newBroadcast('main', 60_000);
  const [study, exam] = [await newMessage('study'), await newMessage('exam', { status: 'read' })];
  await newMessage('order', { status: 'deleted' });
  expect(await fetchIds()).toEqual([
    [exam, 'read'],
    [study, 'unread'],
    [told, 'unread'],
  ]);
  expect(await fetchIds('unread')).toEqual([
    [study, 'unread'],
    [told, 'unread'],
  ]);
  expect(await fetchIds('exam')).toEqual([[exam, 'read']]);
  expect(await list('system')).toMatchObject({
    total: 1,
    unread_count: 2,
    counts: { all: 2, unread: 2, study: 1, system: 1, exam: 0 },
  });
});

it('pages without losing or repeating a message', async () => {
  for (let n = 0; n < 5; n += 1) await newMessage();
  const pages = await Promise.all(
    [1, 2, 3].map((page) => api.send(messageList, { page, page_size: 2 }, learner)),
  );
  expect(pages.map((page) => page.list.length)).toEqual([2, 2, 1]);
  expect(new Set(pages.flatMap((page) => page.list.map((row) => row.message_id))).size).toBe(5);
  expect(pages[0]?.total).toBe(5);
});

it.each([
  ['read', messageRead],
  ['deleted', messageDelete],
] as const)('is %s once, however often it is requested', async (_, call) => {
  for (const message_id of [await newMessage(), await newBroadcast()]) {
    const before = (await api.send(topNoticeCount, {}, learner)).unread_count;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.send(call, { message_id }, learner)),
    );
    expect(answers.at(-1)).toEqual({ unread_count: before - 1 });
    expect(await api.send(call, { message_id }, learner)).toEqual({ unread_count: before - 1 });
    expect((await fetchIds()).filter(([id]) => id === message_id)).toEqual(
      call === messageRead ? [[message_id, 'read']] : [],
    );
  }
});

it('stays deleted when read', async () => {
  for (const message_id of [await newMessage(), await newBroadcast()]) {
    await api.send(messageDelete, { message_id }, learner);
    await api.send(messageRead, { message_id }, learner);
    expect(await fetchIds()).not.toContainEqual([message_id, 'read']);
    await api.send(messageRestore, { message_id }, learner);
    await api.send(messageRestore, { message_id }, learner);
    expect(await fetchIds()).toContainEqual([message_id, 'read']);
  }
});

it('marks all of a kind as read, then all; later ones stay unread', async () => {
  await newMessage('study');
  await newMessage('exam');
  await newBroadcast();
  expect(await api.send(messageReadAll, { kind: 'study' }, learner)).toEqual({ unread_count: 2 });
  const total = await Promise.all(
    Array.from({ length: 6 }, () => api.send(messageReadAll, {}, learner)),
  );
  expect(total.at(-1)).toEqual({ unread_count: 0 });
  expect((await list()).total).toBe(3);
  await newBroadcast();
  expect((await list()).unread_count).toBe(1);
  expect((await list('all', other)).unread_count).toBe(2);
});

it('is private to its person and site', async () => {
  const own = await newMessage();
  const away = await newBroadcast('hospital');
  const later = await newBroadcast('main', 60_000);
  for (const call of [messageRead, messageDelete, messageRestore]) {
    expect(await readOutcome(api.send(call, { message_id: own }, other))).toBe('404 not_found');
    for (const message_id of [away, later, 'unknown'])
      expect(await readOutcome(api.send(call, { message_id }, learner))).toBe('404 not_found');
  }
  expect(await fetchIds()).toEqual([[own, 'unread']]);
});
