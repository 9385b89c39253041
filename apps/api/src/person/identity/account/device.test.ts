import {
  deviceList,
  deviceSignOut,
  deviceSignOutOthers,
  sessionWatch,
  userInfo,
} from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedInPerson, type TestPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { userSession } from '../identity.tables.ts';
import { openSession } from '../session/session.store.ts';

const api = await startApiForFile({ now: new Date() });
let person: TestPerson;
let n = 26_000;
beforeEach(async () => {
  n += 1;
  person = await signedInPerson(api, n);
});

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36';
/** Signs the person in again and returns the token. */
async function signInElsewhere(who = person, userAgent = chrome): Promise<string> {
  const from = { origin: '', user_agent: userAgent, address: '10.7.3.4' };
  const owner = { user_id: who.user_id, site_id: 'main' };
  return (await openSession(api.db, api.clock.now(), owner, from)).token;
}
const devices = async (token = person.token) => (await api.send(deviceList, {}, { token })).list;
const other = async () => (await devices()).find(({ is_current }) => is_current === 'N')!;
const gone = { statusCode: 401, code: 'need_login' };

describe('devices', () => {
  test('are the person’s active sessions with descriptions, the current one first', async () => {
    api.clock.pass(60_000);
    await signInElsewhere();
    await signInElsewhere(await signedInPerson(api, n + 500));
    expect(await devices()).toMatchObject([
      { device: '未知设备', address: '127.0.*.*', is_current: 'Y' },
      { device: 'Windows 电脑 · Chrome', address: '10.7.*.*', is_current: 'N' },
    ]);
  });

  test('do not include ended or expired sessions', async () => {
    const token = await signInElsewhere();
    await api.db
      .update(userSession)
      .set({ expires_at: api.clock.now() })
      .where(eq(userSession.session_id, (await other()).session_id));
    expect(await devices()).toHaveLength(1);
    await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject(gone);
  });

  test('one is signed out remotely: its long-polling page is notified within two seconds', async () => {
    const token = await signInElsewhere();
    const third = await signInElsewhere();
    const waiting = api.send(sessionWatch, { unread_count: '0' }, { token });
    const mine = (await devices(token)).find(({ is_current }) => is_current === 'Y')!;
    const began = performance.now();
    const { list } = await api.send(deviceSignOut, { session_id: mine.session_id }, person);
    expect(list).toHaveLength(2);
    expect(await waiting).toEqual({ signed_in: 'N', unread_count: 0 });
    expect(performance.now() - began).toBeLessThan(2000);
    await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject(gone);
    for (const alive of [third, person.token])
      expect(await api.send(userInfo, {}, { token: alive })).toMatchObject({
        user_id: person.user_id,
      });
  });

  test('an ended session stays ended', async () => {
    await signInElsewhere();
    const { session_id } = await other();
    const ended = async () =>
      (
        await api.db
          .select({ at: userSession.ended_at })
          .from(userSession)
          .where(eq(userSession.session_id, session_id))
      )[0]?.at;
    await Promise.all([1, 2, 3].map(() => api.send(deviceSignOut, { session_id }, person)));
    const first = await ended();
    api.clock.pass(60_000);
    expect((await api.send(deviceSignOut, { session_id }, person)).list).toHaveLength(1);
    expect(await ended()).toEqual(first);
  });

  test('of others cannot be ended, nor the current one, which uses sign-out', async () => {
    const stranger = await signedInPerson(api, n + 500);
    const [theirs] = await devices(stranger.token);
    await expect(
      api.send(deviceSignOut, { session_id: theirs!.session_id }, person),
    ).rejects.toMatchObject({ statusCode: 404, code: 'not_found' });
    expect(await devices(stranger.token)).toHaveLength(1);
    const [mine] = await devices();
    await expect(
      api.send(deviceSignOut, { session_id: mine!.session_id }, person),
    ).rejects.toMatchObject({ statusCode: 400, code: 'not_allowed' });
    expect(await devices()).toHaveLength(1);
  });

  test('all others are signed out at once, and no other person’s', async () => {
    const tokens = [await signInElsewhere(), await signInElsewhere()];
    const stranger = await signedInPerson(api, n + 500);
    const again = () => api.send(deviceSignOutOthers, {}, person);
    expect(await again()).toMatchObject({ list: [{ is_current: 'Y' }] });
    expect(await again()).toMatchObject({ list: [{ is_current: 'Y' }] });
    for (const token of tokens)
      await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject(gone);
    expect(await devices(stranger.token)).toHaveLength(1);
  });
});
