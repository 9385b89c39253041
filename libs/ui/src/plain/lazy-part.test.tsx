import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const failToLoad = () => Promise.reject(new Error('Loading chunk 7 failed.'));
const Clock = () => <p>12:00</p>;
const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders a page with a part that loads after this many failures. */
function openPage(failures: number, Fallback?: ComponentType) {
  let loadCount = 0;
  const load = vi.fn<() => Promise<ComponentType>>(() =>
    loadCount++ < failures ? failToLoad() : Promise.resolve(Clock),
  );
  const Part = lazyPart(load, { waiting: <i>soon</i>, ...(Fallback && { fallback: Fallback }) });
  const page = (
    <>
      <h1>page</h1>
      <Part />
    </>
  );
  return { load, page, view: render(page) };
}

it('a failing part leaves its page intact and appears after a retry', async () => {
  const { load } = openPage(2);
  await advanceTime(0);
  expect(screen.getByRole('heading')).toHaveTextContent('page');
  expect(screen.getByText('soon')).toBeVisible();
  await advanceTime(1000);
  expect(screen.queryByText('12:00')).toBeNull();
  await advanceTime(4000);
  expect(screen.getByText('12:00')).toBeVisible();
  await advanceTime(600_000);
  expect(load).toHaveBeenCalledTimes(3);
});

it('the fallback is rendered after a failure', async () => {
  openPage(1, () => <p>later</p>);
  await advanceTime(0);
  expect(screen.getByText('later')).toBeVisible();
  await advanceTime(1000);
  expect(screen.getByText('12:00')).toBeVisible();
});

it('retries at once when the network is back', async () => {
  const { load } = openPage(4);
  await advanceTime(20_000);
  expect(load).toHaveBeenCalledTimes(4);
  act(() => void dispatchEvent(new Event('online')));
  await advanceTime(0);
  expect(load).toHaveBeenCalledTimes(5);
  act(() => void dispatchEvent(new Event('online')));
  await advanceTime(0);
  expect(screen.getByText('12:00')).toBeVisible();
});

it('stops retrying when the page is left', async () => {
  const { load, view } = openPage(99);
  await advanceTime(0);
  view.unmount();
  await advanceTime(600_000);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a part that throws while rendering disappears by itself', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Broken = lazyPart(() =>
    Promise.resolve((): never => {
      throw new Error('broken');
    }),
  );
  render(
    <>
      <h1>page</h1>
      <Broken />
    </>,
  );
  await advanceTime(0);
  expect(screen.getByRole('heading')).toHaveTextContent('page');
});
