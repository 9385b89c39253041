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
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};
let api: Api;
let events: SessionEvent[];
let stop: () => void;
/** Questions that wait for an answer, oldest first. */
let open: ((told: MockResponse) => void)[];
const watch = () => (stop = watchSession((event) => events.push(event)));
const asked = (times: number) =>
  vi.waitFor(() => expect(api.askedFor(path)).toHaveLength(times), 5000);
const answer = (told: MockResponse) => open.shift()?.(told);

beforeEach(async () => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('cme.session.1')];
  signFamily(false);
  localStorage.clear();
  hide(false);
  events = [];
  open = [];
  api = await openApi();
  api.tell(path, () => new Promise((tell) => open.push(tell)));
  show(mainPage({ addresses: { api: api.url, console: '', content: '' } }));
});
afterEach(() => {
  stop();
  hide(true);
  api.close();
});

describe('watching the session', () => {
  it('asks with the token, and next time with the count that it was told', async () => {
    signedIn('T1');
    watch();
    await asked(1);
    expect(api.asked[0]?.headers['x-token']).toBe('T1');
    expect(api.asked[0]?.body).toBe('full_domain_name=cme.localhost');
    answer(ok({ signed_in: 'Y', unread_count: 4 }));
    await asked(2);
    expect(api.asked[1]?.body).toContain('unread_count=4');
    expect(events).toEqual([{ kind: 'unread', unread_count: 4 }]);
  });

  it('ends the session here when it was ended elsewhere, without a 401', async () => {
    signedIn('T1');
    watch();
    await asked(1);
    answer(ok({ signed_in: 'N', unread_count: 0 }));
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]));
    expect(readToken()).toBeUndefined();
  });

  it('ends the session here too when the cookie of the family went first', async () => {
    signFamily(true);
    signedIn('T1');
    watch();
    await asked(1);
    signFamily(false);
    answer(ok({ signed_in: 'N', unread_count: 0 }));
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]));
  });

  it('takes over the session that follows it in the family', async () => {
    signFamily(true);
    signedIn('T1');
    watch();
    await asked(1);
    api.tell('/qm/api/v5/session/restore', ok({ restored: 'Y' }, 'T2'));
    answer(ok({ signed_in: 'N', unread_count: 0 }));
    await asked(2);
    expect(readToken()).toBe('T2');
    expect(events).toEqual([{ kind: 'signed-in' }]);
  });

  it('asks nothing while nobody is signed in, and begins with a sign-in', async () => {
    watch();
    signedIn('T3');
    await asked(1);
    expect(api.asked.map(({ path: one }) => one)).toEqual([path]);
  });

  it('gives the question up when the page is hidden, and asks again when it is seen', async () => {
    signedIn('T1');
    watch();
    await asked(1);
    hide(true);
    hide(false);
    await asked(2);
    expect(events).toEqual([]);
  });

  it('goes on after a fault of the server, and keeps the session', async () => {
    signedIn('T1');
    watch();
    await asked(1);
    answer(refused(500, 'x'));
    await asked(2);
    expect(readToken()).toBe('T1');
    expect(events).toEqual([]);
  });

  it('does not ask without pause a server that answers at once', async () => {
    signedIn('T1');
    let began = 0;
    api.tell(path, () => ((began ||= Date.now()), ok({ signed_in: 'Y', unread_count: 0 })));
    watch();
    await asked(3);
    expect(Date.now() - began).toBeGreaterThan(950);
  });

  it('runs once however many listen', async () => {
    signedIn('T1');
    watch();
    const second = watchSession(() => {});
    await asked(1);
    answer(ok({ signed_in: 'Y', unread_count: 0 }));
    await asked(2);
    second();
    expect(api.askedFor(path)).toHaveLength(2);
  });
});
