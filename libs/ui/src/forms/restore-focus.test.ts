import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countOpened, restoreFocus } from './restore-focus.ts';

const named = (name: string) => document.getElementById(name)!;
const focused = () => document.activeElement?.id;

describe('restoring the focus after a dialog', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <button id="asker"></button><button id="elsewhere"></button>
      <div role="dialog"><input id="field" /></div>`;
    vi.useFakeTimers();
    countOpened();
    named('field').focus();
  });
  afterEach(() => void vi.useRealTimers());

  it('focuses the element that had the focus before', () => {
    restoreFocus(() => named('asker'), 50);
    vi.advanceTimersByTime(49);
    expect(focused()).toBe('field');
    vi.advanceTimersByTime(1);
    expect(focused()).toBe('asker');
  });

  it('does nothing if another dialog has opened since', () => {
    restoreFocus(() => named('asker'), 50);
    countOpened();
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('field');
  });

  it('does nothing if the user has moved the focus', () => {
    restoreFocus(() => named('asker'), 50);
    named('elsewhere').focus();
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('elsewhere');
  });
});
