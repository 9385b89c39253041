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

/** A page with a part that arrives after so many failures. */
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

it('a part that fails leaves its page alone and comes with a later try', async () => {
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

it('something else stands in its place while it is late', async () => {
  open(1, () => <p>later</p>);
  await pass(0);
  expect(screen.getByText('later')).toBeVisible();
  await pass(1000);
  expect(screen.getByText('12:00')).toBeVisible();
});

it('a late part is asked for at once when the network is back', async () => {
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

it('nobody asks for it any more when the page has been left', async () => {
  const { load, view } = open(99);
  await pass(0);
  view.unmount();
  await pass(600_000);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a part that breaks disappears by itself', async () => {
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
