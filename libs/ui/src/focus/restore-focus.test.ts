import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countOpened, restoreFocus } from './restore-focus.ts';

const getElement = (name: string) => document.getElementById(name)!;
const getFocusedId = () => document.activeElement?.id;

describe('restoring the focus after a dialog', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <button id="asker"></button><button id="elsewhere"></button>
      <div role="dialog"><input id="field" /></div>`;
    vi.useFakeTimers();
    countOpened();
    getElement('field').focus();
  });
  afterEach(() => void vi.useRealTimers());

  it('focuses the element that had the focus before', () => {
    restoreFocus(() => getElement('asker'), 50);
    vi.advanceTimersByTime(49);
    expect(getFocusedId()).toBe('field');
    vi.advanceTimersByTime(1);
    expect(getFocusedId()).toBe('asker');
  });

  it('does nothing if another dialog has opened since', () => {
    restoreFocus(() => getElement('asker'), 50);
    countOpened();
    vi.advanceTimersByTime(50);
    expect(getFocusedId()).toBe('field');
  });

  it('does nothing if the user has moved the focus', () => {
    restoreFocus(() => getElement('asker'), 50);
    getElement('elsewhere').focus();
    vi.advanceTimersByTime(50);
    expect(getFocusedId()).toBe('elsewhere');
  });
});
