import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countOpened, restoreFocus } from './restore-focus.ts';

const named = (name: string) => document.getElementById(name)!;
const focused = () => document.activeElement?.id;

describe('the focus, once a dialog is closed', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <button id="asker"></button><button id="elsewhere"></button>
      <div role="dialog"><input id="field" /></div>`;
    vi.useFakeTimers();
    countOpened();
    named('field').focus();
  });
  afterEach(() => void vi.useRealTimers());

  it('goes back to what had it', () => {
    restoreFocus(() => named('asker'), 50);
    vi.advanceTimersByTime(49);
    expect(focused()).toBe('field');
    vi.advanceTimersByTime(1);
    expect(focused()).toBe('asker');
  });

  it('stays in a dialog that has opened since', () => {
    restoreFocus(() => named('asker'), 50);
    countOpened();
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('field');
  });

  it('stays where somebody has moved it', () => {
    restoreFocus(() => named('asker'), 50);
    named('elsewhere').focus();
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('elsewhere');
  });
});
