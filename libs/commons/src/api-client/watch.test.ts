// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://cme.localhost:8080/", "settings": {"fetch": {"disableSameOriginPolicy": true}}}
import { readToken, signedIn, type SessionEvent } from '@cme/commons/auth-token';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, openApi, refused, type Api, type MockResponse } from '../../test/api.ts';
import { mainPage, show } from '../../test/page-block.ts';
import { watchSession } from './index.ts';

const path = '/qm/api/v5/session/watch';
const signFamily = (signed: boolean) =>
  (document.cookie = `cme_signed=1; domain=cme.localhost; path=/${signed ? '' : '; expires=Thu, 01 Jan 1970 00:00:00 GMT'}`);
const setHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};
let api: Api;
let events: SessionEvent[];
let stop: () => void;
/** Pending polls, oldest first. */
let open: ((told: MockResponse) => void)[];
const startWatching = () => (stop = watchSession((event) => events.push(event)));
const expectRequests = (times: number) =>
  vi.waitFor(() => expect(api.askedFor(path)).toHaveLength(times), 5000);
const answerNext = (told: MockResponse) => open.shift()?.(told);

beforeEach(async () => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('cme.session.1')];
  signFamily(false);
  localStorage.clear();
  setHidden(false);
  events = [];
  open = [];
  api = await openApi();
  api.tell(path, () => new Promise((tell) => open.push(tell)));
  show(mainPage({ addresses: { api: api.url, console: '', content: '' } }));
});
afterEach(() => {
  stop();
  setHidden(true);
  api.close();
});

describe('watching the session', () => {
  it('sends the token, and then the count from the last response', async () => {
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    expect(api.asked[0]?.headers['x-token']).toBe('T1');
    expect(api.asked[0]?.body).toBe('full_domain_name=cme.localhost');
    answerNext(ok({ signed_in: 'Y', unread_count: 4 }));
    await expectRequests(2);
    expect(api.asked[1]?.body).toContain('unread_count=4');
    expect(events).toEqual([{ kind: 'unread', unread_count: 4 }]);
  });

  it('ends the session here when it ended elsewhere, without a 401', async () => {
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    answerNext(ok({ signed_in: 'N', unread_count: 0 }));
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]));
    expect(readToken()).toBeUndefined();
  });

  it("ends the session here when the family's cookie is gone first", async () => {
    signFamily(true);
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    signFamily(false);
    answerNext(ok({ signed_in: 'N', unread_count: 0 }));
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]));
  });

  it("takes over the family's next session", async () => {
    signFamily(true);
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    api.tell('/qm/api/v5/session/restore', ok({ restored: 'Y' }, 'T2'));
    answerNext(ok({ signed_in: 'N', unread_count: 0 }));
    await expectRequests(2);
    expect(readToken()).toBe('T2');
    expect(events).toEqual([{ kind: 'signed-in' }]);
  });

  it('sends nothing while signed out, and starts on sign-in', async () => {
    startWatching();
    signedIn('T3');
    await expectRequests(1);
    expect(api.asked.map(({ path: one }) => one)).toEqual([path]);
  });

  it('aborts when the page is hidden, and resumes when it is visible', async () => {
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    setHidden(true);
    setHidden(false);
    await expectRequests(2);
    expect(events).toEqual([]);
  });

  it('continues after a server error, and keeps the session', async () => {
    signedIn('T1');
    startWatching();
    await expectRequests(1);
    answerNext(refused(500, 'x'));
    await expectRequests(2);
    expect(readToken()).toBe('T1');
    expect(events).toEqual([]);
  });

  it('pauses between polls when the server answers immediately', async () => {
    signedIn('T1');
    let began = 0;
    api.tell(path, () => ((began ||= Date.now()), ok({ signed_in: 'Y', unread_count: 0 })));
    startWatching();
    await expectRequests(3);
    expect(Date.now() - began).toBeGreaterThan(950);
  });

  it('runs once for any number of listeners', async () => {
    signedIn('T1');
    startWatching();
    const second = watchSession(() => {});
    await expectRequests(1);
    answerNext(ok({ signed_in: 'Y', unread_count: 0 }));
    await expectRequests(2);
    second();
    expect(api.askedFor(path)).toHaveLength(2);
  });
});
