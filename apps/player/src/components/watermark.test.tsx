import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Watermark } from './watermark.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the watermark moves between five positions every ten seconds', () => {
  render(<Watermark text="李晓梅 0001" />);
  const place = () => screen.getByText('李晓梅 0001').dataset['place'];
  const seen = [place()];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    act(() => void vi.advanceTimersByTime(9_000));
    expect(place()).toBe(seen.at(-1));
    act(() => void vi.advanceTimersByTime(1_000));
    seen.push(place());
  }
  expect(seen).toEqual(['0', '1', '2', '3', '4', '0']);
});
