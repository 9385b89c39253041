import { topNoticeCount } from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { signedInPerson, type TestPerson } from '../../../test/people.ts';
import {
  insertBroadcasts,
  insertMessages,
  type NewBroadcast,
  unreadCounts,
} from './message.store.ts';
import { message, type NewMessage } from './message.tables.ts';

const api = await startApiForFile();
let [one, other, guest]: TestPerson[] = [];
beforeAll(async () => {
  one = await signedInPerson(api, 1);
  other = await signedInPerson(api, 2);
  guest = await signedInPerson(api, 3, { site_id: 'hospital' });
});

const own = (id: string, given: Partial<NewMessage> = {}): NewMessage => ({
  id,
  site_id: 'main',
  user_id: one!.user_id,
  kind: 'study',
  title: '学习提醒',
  text: '还差一节',
  created_at: api.clock.now(),
  ...given,
});
const toAll = (id: string, given: Partial<NewBroadcast> = {}): NewBroadcast => ({
  id,
  site_id: 'main',
  kind: 'system',
  title: '通知',
  text: '系统维护',
  publish_at: api.clock.now(),
  ...given,
});
const count = async (person: TestPerson, host = 'cme.localhost') =>
  (await api.send(topNoticeCount, {}, { token: person.token, host })).unread_count;

test('the count includes own unread messages and unseen broadcasts of the site', async () => {
  expect([await count(one!), await count(other!)]).toEqual([0, 0]);
  await insertMessages(api.db, [
    own('m1'),
    own('m2'),
    own('m3', { status: 'read' }),
    own('m4', { status: 'deleted' }),
  ]);
  await insertBroadcasts(api.db, [
    toAll('b1'),
    toAll('b2', { site_id: 'hospital' }),
    toAll('b3', { publish_at: new Date(api.clock.now().getTime() + 60_000) }),
  ]);
  expect([
    await count(one!),
    await count(other!),
    await count(guest!, 'hospital.localhost'),
  ]).toEqual([3, 1, 1]);
  api.clock.pass(61_000);
  expect([await count(one!), await count(other!)]).toEqual([4, 2]);
});

test('the row of a reader replaces the broadcast in the count', async () => {
  await insertMessages(api.db, [own('r1', { broadcast_id: 'b1', status: 'read' })]);
  expect(await count(one!)).toBe(3);
  await api.db.update(message).set({ status: 'unread' }).where(eq(message.id, 'r1'));
  expect(await count(one!)).toBe(4);
  await expect(insertMessages(api.db, [own('r2', { broadcast_id: 'b1' })])).rejects.toThrow();
});

test('many readers are counted by one query', async () => {
  const counts = await unreadCounts(
    api.db,
    [one!, other!].map(({ user_id }) => ({ user_id, site_id: 'main' })),
    api.clock.now(),
  );
  expect([...counts.values()]).toEqual([4, 2]);
  expect(await unreadCounts(api.db, [], api.clock.now())).toEqual(new Map());
});
