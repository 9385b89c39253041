// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://cme.localhost:8080/", "settings": {"fetch": {"disableSameOriginPolicy": true}}}
import { signedIn } from '@cme/commons/auth-token';
import { topNoticeCount } from '@cme/contract/person';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, openApi, type Api } from '../../test/api.ts';
import { mainPage, show } from '../../test/page-block.ts';
import { send, sendForMessage } from './index.ts';

const path = '/qm/api/v5/message/top_notice_count';
const key = Symbol.for('cme.first.1');
let api: Api;

beforeEach(async () => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('cme.session.1')];
  localStorage.clear();
  api = await openApi();
  api.tell(path, ok({ unread_count: 7 }));
  show(mainPage({ addresses: { api: api.url, console: '', content: '' } }));
  signedIn('T1');
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, key);
  await api.close();
});

/** Adds a response as the page's first script does. */
function leave(token: string, answer: Promise<Response>, at = performance.now(), until?: number) {
  const name = `${api.url}${path} full_domain_name=cme.localhost ${token}`;
  Object.assign(globalThis, { [key]: new Map([[name, { answer, at, until }]]) });
}
const early = () =>
  Promise.resolve(
    Response.json({ isSuccess: true, statusCode: 200, message: '', data: { unread_count: 3 } }),
  );
const fetchUnread = async () => (await send(topNoticeCount, {})).unread_count;

describe('an early call', () => {
  it('answers the same call once; the next time it is sent', async () => {
    leave('T1', early());
    expect(await fetchUnread()).toBe(3);
    expect(api.asked).toHaveLength(0);
    expect(await fetchUnread()).toBe(7);
  });

  it('tells when it was really sent and answered', async () => {
    const at = performance.now() - 900;
    leave('T1', early(), at, at + 200);
    const first = await sendForMessage(topNoticeCount, {});
    expect(first).toMatchObject({ sentAt: at, answeredAt: at + 200 });
    const asked = performance.now();
    const { sentAt, answeredAt } = await sendForMessage(topNoticeCount, {});
    expect(sentAt).toBeGreaterThanOrEqual(asked);
    expect(answeredAt).toBeGreaterThanOrEqual(sentAt);
  });

  it('answers no other call', async () => {
    leave('T2', early());
    expect(await fetchUnread()).toBe(7);
  });

  it('is made again when its response was lost or is old', async () => {
    leave('T1', Promise.reject(new TypeError('Failed to fetch')));
    expect(await fetchUnread()).toBe(7);
    leave('T1', early(), performance.now() - 31_000);
    expect(await fetchUnread()).toBe(7);
  });

  it('is ignored by a caller that aborted meanwhile', async () => {
    leave('T1', early());
    const signal = AbortSignal.abort();
    await expect(send(topNoticeCount, {}, { signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
