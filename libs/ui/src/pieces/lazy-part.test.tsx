import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const lost = () => Promise.reject(new Error('Loading chunk 7 failed.'));
const Clock = () => <p>12:00</p>;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders a page with a part that loads after this many failures. */
function open(failures: number, Fallback?: ComponentType) {
  let asked = 0;
  const load = vi.fn<() => Promise<ComponentType>>(() =>
    asked++ < failures ? lost() : Promise.resolve(Clock),
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
  const { load } = open(2);
  await pass(0);
  expect(screen.getByRole('heading')).toHaveTextContent('page');
  expect(screen.getByText('soon')).toBeVisible();
  await pass(1000);
  expect(screen.queryByText('12:00')).toBeNull();
  await pass(4000);
  expect(screen.getByText('12:00')).toBeVisible();
  await pass(600_000);
  expect(load).toHaveBeenCalledTimes(3);
});

it('the fallback is rendered after a failure', async () => {
  open(1, () => <p>later</p>);
  await pass(0);
  expect(screen.getByText('later')).toBeVisible();
  await pass(1000);
  expect(screen.getByText('12:00')).toBeVisible();
});

it('retries at once when the network is back', async () => {
  const { load } = open(4);
  await pass(20_000);
  expect(load).toHaveBeenCalledTimes(4);
  act(() => void dispatchEvent(new Event('online')));
  await pass(0);
  expect(load).toHaveBeenCalledTimes(5);
  act(() => void dispatchEvent(new Event('online')));
  await pass(0);
  expect(screen.getByText('12:00')).toBeVisible();
});

it('stops retrying when the page is left', async () => {
  const { load, view } = open(99);
  await pass(0);
  view.unmount();
  await pass(600_000);
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
  await pass(0);
  expect(screen.getByRole('heading')).toHaveTextContent('page');
});
