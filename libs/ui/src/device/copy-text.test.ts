import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyText, withinASecond } from './device.ts';

const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
const setClipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
  else Reflect.deleteProperty(navigator, 'clipboard');
});

it('copies a text', async () => {
  const write = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  setClipboard({ writeText: write });
  expect(await copyText('D1')).toBe(true);
  expect(write).toHaveBeenCalledExactlyOnceWith('D1');
});

it.each([
  ['refuses', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
  ['is missing, as on plain http', undefined],
])('says that it has not copied if the clipboard %s', async (_, value) => {
  setClipboard(value);
  expect(await copyText('D1')).toBe(false);
});

it('waits a second for a clipboard that never answers', async () => {
  setClipboard({ writeText: () => new Promise(() => undefined) });
  const copied = vi.fn<(is: boolean) => void>();
  void copyText('D1').then(copied);
  await vi.advanceTimersByTimeAsync(999);
  expect(copied).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(copied).toHaveBeenCalledExactlyOnceWith(false);
});

it('passes on the answer of a device that is in time, and leaves no timer', async () => {
  expect(await withinASecond(Promise.resolve(7))).toBe(7);
  await expect(withinASecond(Promise.reject(new Error('locked')))).rejects.toThrow('locked');
  expect(vi.getTimerCount()).toBe(0);
});
