import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserScript } from './own-files.ts';

const ownFile = 'http://user.cme.localhost/static/user-centre/0123456789ab/web/index.js';

/** Runs the script on a page that this error meets, and returns what the reader sees in the end. */
function showAfter(event: object, { started = false, reloaded = false } = {}) {
  const stored: Record<string, string> = reloaded ? { cme_reloaded: 'y' } : {};
  const shown: string[] = [];
  const listeners: Record<string, ((event: object) => void)[]> = {};
  const createElement = () => ({ style: {}, setAttribute() {}, appendChild() {}, innerHTML: '' });
  const insertBefore = (box: { innerHTML: string }) => shown.push(box.innerHTML);
  const window = {};
  runInNewContext(browserScript.text, {
    window,
    document: {
      getElementById: () => ({ textContent: '', parentNode: { insertBefore } }),
      documentElement: { hasAttribute: (name: string) => name === 'data-started' && started },
      head: { appendChild() {} },
      createElement,
    },
    sessionStorage: {
      getItem: (key: string) => stored[key],
      setItem: (key: string, value: string) => (stored[key] = value),
      removeItem: (key: string) => delete stored[key],
    },
    location: { origin: 'http://user.cme.localhost', reload: () => shown.push('reloaded') },
    addEventListener: (name: string, listener: (event: object) => void) =>
      (listeners[name] ??= []).push(listener),
    setTimeout,
  });
  const name = 'reason' in event ? 'unhandledrejection' : 'error';
  for (const listener of listeners[name] ?? []) listener({ target: window, ...event });
  vi.advanceTimersByTime(10_000);
  return shown;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a page whose own script throws before it has started is reloaded once, then says so', () => {
  expect(showAfter({ filename: ownFile })).toEqual(['reloaded']);
  expect(showAfter({ filename: ownFile }, { reloaded: true })).toEqual([
    expect.stringContaining('页面未能完全加载'),
  ]);
});

it('so is one whose start is rejected', () => {
  const reason = { stack: `Error: broken\n    at ${ownFile}:1:2` };
  expect(showAfter({ reason })).toEqual(['reloaded']);
});

it.each([
  ['of a page that runs', { filename: ownFile }, { started: true }],
  ['of an extension', { filename: 'chrome-extension://abc/static/a.js' }, {}],
  ['without a file', { filename: '' }, {}],
])('an error %s changes nothing', (_, event, state) => {
  expect(showAfter(event, state)).toEqual([]);
});
