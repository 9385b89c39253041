// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://cme.localhost:8080/"}
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { customerPage, mainPage, show } from '../../test/page-block.ts';
import {
  promptOnce,
  clear,
  familySigned,
  isRestorable,
  syncToken,
  page,
  readToken,
  showToast,
  signedIn,
  subscribe,
  registerStage,
  type SessionEvent,
  type Stage,
} from './index.ts';

const key = Symbol.for('cme.session.1');
const createStage = () => ({ ask: vi.fn<Stage['ask']>(), say: vi.fn<Stage['say']>() });
const signFamily = (signed: boolean) =>
  (document.cookie = `cme_signed=1; domain=cme.localhost; path=/${signed ? '' : '; expires=Thu, 01 Jan 1970 00:00:00 GMT'}`);
const recordEvents = () => {
  const events: SessionEvent[] = [];
  subscribe((event) => events.push(event));
  return events;
};
/** A second copy of this library on the same page, as during a staggered release. */
async function importSecondCopy(): Promise<typeof import('./index.ts')> {
  vi.resetModules();
  return import('./index.ts');
}

beforeEach(() => {
  delete (globalThis as Record<symbol, unknown>)[key];
  vi.unstubAllGlobals();
  signFamily(false);
  localStorage.clear();
  history.replaceState(null, '', '/');
  show(mainPage());
});

describe('the page block', () => {
  it('is read from the page, and again when it changes', () => {
    expect(page().host).toBe('cme.localhost:8080');
    show(customerPage());
    expect(page().host).toBe('hospital.localhost:8080');
  });

  it('reports when it is missing', () => {
    document.getElementById('site')?.remove();
    expect(() => page()).toThrow('the page has no settings');
  });
});

describe('the token', () => {
  it('is stored in localStorage.user_token, with the contract version', () => {
    signedIn('T1');
    expect(localStorage.getItem('user_token')).toBe('T1');
    expect(localStorage.getItem('user_token_contract')).toBe('1');
    expect(readToken()).toBe('T1');
  });

  it('stored by an older domain without a version is read', () => {
    localStorage.setItem('user_token', 'T0');
    expect(readToken()).toBe('T0');
  });

  it('stored by a newer domain with more fields is read', () => {
    localStorage.setItem('user_token', 'T9');
    localStorage.setItem('user_token_contract', '7');
    localStorage.setItem('user_token_more', '{}');
    expect(readToken()).toBe('T9');
  });

  it('leaves nothing behind when cleared', () => {
    signedIn('T1');
    clear('sign-out');
    expect(readToken()).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it('is invalid when the family cookie that it came with is gone', () => {
    signFamily(true);
    signedIn('T1');
    const events = recordEvents();
    signFamily(false);
    expect(readToken()).toBeUndefined();
    dispatchEvent(new Event('pageshow'));
    expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]);
    expect(localStorage.getItem('user_token')).toBeNull();
  });

  it('is dropped as soon as another domain of the family drops the cookie', () => {
    const cookies = new EventTarget();
    vi.stubGlobal('cookieStore', cookies);
    signFamily(true);
    signedIn('T1');
    const events = recordEvents();
    signFamily(false);
    cookies.dispatchEvent(new Event('change'));
    expect(events).toEqual([{ kind: 'signed-out', reason: 'elsewhere' }]);
  });

  it('needs no cookie if it came without one', () => {
    signedIn('T1');
    expect(readToken()).toBe('T1');
  });

  it('of a customer domain ignores cookies', () => {
    show(customerPage());
    signFamily(true);
    signedIn('T1');
    signFamily(false);
    expect(familySigned()).toBe(false);
    expect(readToken()).toBe('T1');
  });
});

describe('a browser that refuses storage', () => {
  const throwQuotaError = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const originalStorage = globalThis.localStorage;
  const refuseStorage = (...names: ('getItem' | 'setItem' | 'removeItem')[]) =>
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => originalStorage.getItem(name),
      setItem: (name: string, value: string) => originalStorage.setItem(name, value),
      removeItem: (name: string) => originalStorage.removeItem(name),
      clear: () => originalStorage.clear(),
      ...Object.fromEntries(names.map((name) => [name, throwQuotaError])),
    });

  it.each([
    ['full', ['setItem']],
    ['refused', ['getItem', 'setItem', 'removeItem']],
  ] as const)('(%s) keeps the session for this page and warns once', (_, names) => {
    const firstStage = createStage();
    registerStage(firstStage);
    refuseStorage(...names);
    signedIn('T1');
    signedIn('T2');
    expect(readToken()).toBe('T2');
    expect(firstStage.say.mock.calls).toEqual([
      ['warning', '浏览器不允许保存登录状态，关闭或刷新页面后需要重新登录'],
    ]);
    clear('sign-out');
    expect(readToken()).toBeUndefined();
  });

  it('with an old token in full storage uses the new one', () => {
    localStorage.setItem('user_token', 'old');
    refuseStorage('setItem');
    signedIn('new');
    expect(readToken()).toBe('new');
    expect(originalStorage.length).toBe(0);
  });

  it('does not loop: checking again notifies nobody', () => {
    refuseStorage('getItem', 'setItem', 'removeItem');
    const events = recordEvents();
    signedIn('T1');
    for (let times = 0; times < 20; times++) syncToken();
    expect(events).toEqual([{ kind: 'signed-in' }]);
  });
});

describe('listeners', () => {
  it('are notified of signing in and out once each', () => {
    const events = recordEvents();
    signedIn('T1');
    clear('lost');
    clear('lost');
    expect(events).toEqual([{ kind: 'signed-in' }, { kind: 'signed-out', reason: 'lost' }]);
  });

  it.each([['storage'], ['focus'], ['pageshow']])(
    'are notified at the %s event of changes in another tab',
    (type) => {
      const events = recordEvents();
      localStorage.setItem('user_token', 'T5');
      dispatchEvent(new Event(type));
      localStorage.removeItem('user_token');
      dispatchEvent(new Event(type));
      dispatchEvent(new Event(type));
      expect(events).toEqual([{ kind: 'signed-in' }, { kind: 'signed-out', reason: 'elsewhere' }]);
    },
  );

  it('are notified when another person signs in in another tab', () => {
    signedIn('A');
    const events = recordEvents();
    localStorage.setItem('user_token', 'B');
    dispatchEvent(new Event('storage'));
    expect(events).toEqual([{ kind: 'signed-in' }]);
  });

  it('are shared by two copies of the library', async () => {
    const events = recordEvents();
    const otherCopy = await importSecondCopy();
    expect(otherCopy.readToken).not.toBe(readToken);
    otherCopy.signedIn('T1');
    expect(readToken()).toBe('T1');
    clear('sign-out');
    expect(events).toEqual([{ kind: 'signed-in' }, { kind: 'signed-out', reason: 'sign-out' }]);
  });
});

describe('the question whether to sign in again', () => {
  it('is asked once, however many calls fail', () => {
    const shown = createStage();
    registerStage(shown);
    for (let times = 0; times < 50; times++) promptOnce(times % 2 ? 401 : 403);
    expect(shown.ask.mock.calls).toEqual([[403]]);
  });

  it('is asked once by two copies of the library and two mounted areas', async () => {
    const [first, second] = [createStage(), createStage()];
    registerStage(first);
    const other = await importSecondCopy();
    other.registerStage(second);
    for (let times = 0; times < 25; times++) {
      promptOnce(401);
      other.promptOnce(401);
    }
    expect(first.ask).toHaveBeenCalledTimes(1);
    expect(second.ask).not.toHaveBeenCalled();
  });

  it('waits until a host can show it', () => {
    promptOnce(401);
    const shown = createStage();
    registerStage(shown);
    registerStage(createStage());
    expect(shown.ask.mock.calls).toEqual([[401]]);
  });

  it('passes to the next area when the first is unmounted', () => {
    const [first, second] = [createStage(), createStage()];
    const leave = registerStage(first);
    registerStage(second);
    leave();
    promptOnce(401);
    expect(second.ask).toHaveBeenCalledTimes(1);
  });

  it('is never asked on the sign-in page', () => {
    history.replaceState(null, '', '/login');
    const shown = createStage();
    registerStage(shown);
    promptOnce(401);
    promptOnce(403);
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('is not asked after a deliberate sign-out', () => {
    const shown = createStage();
    registerStage(shown);
    signedIn('T1');
    clear('sign-out');
    promptOnce(401);
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('is asked again after a new sign-in, but not after a restored session', () => {
    const shown = createStage();
    registerStage(shown);
    promptOnce(401);
    signedIn('T2', true);
    promptOnce(401);
    expect(shown.ask).toHaveBeenCalledTimes(1);
    signedIn('T3');
    promptOnce(401);
    expect(shown.ask).toHaveBeenCalledTimes(2);
  });
});

describe('toasts', () => {
  it('are shown by one host', () => {
    const [first, second] = [createStage(), createStage()];
    registerStage(first);
    registerStage(second);
    showToast('error', '系统繁忙');
    expect(first.say.mock.calls).toEqual([['error', '系统繁忙']]);
    expect(second.say).not.toHaveBeenCalled();
  });
});

describe('the session of the family', () => {
  it('can be requested once while this origin has no token', () => {
    expect(isRestorable()).toBe(false);
    signFamily(true);
    expect(isRestorable()).toBe(true);
    signedIn('T1');
    expect(isRestorable()).toBe(false);
    clear('lost');
    expect(isRestorable()).toBe(false);
  });
});
