import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useMediaQuery } from './use-media-query.ts';

const Layout = ({ query }: { query: string }) => <p>{useMediaQuery(query) ? '手机' : '桌面'}</p>;
const listeners = new Set<() => void>();
let matching = '';

function mockScreen() {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === matching,
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as unknown as MediaQueryList,
  );
}
const resize = (query: string) =>
  act(() => {
    matching = query;
    for (const listener of listeners) listener();
  });

afterEach(() => void vi.restoreAllMocks());

it('follows the screen while the page is open, and no longer', () => {
  mockScreen();
  const { unmount } = render(<Layout query="(max-width: 47.9em)" />);
  expect(screen.getByText('桌面')).toBeVisible();
  resize('(max-width: 47.9em)');
  expect(screen.getByText('手机')).toBeVisible();
  resize('');
  expect(screen.getByText('桌面')).toBeVisible();
  unmount();
  expect(listeners.size).toBe(0);
});

it('asks anew when the question changes', () => {
  mockScreen();
  matching = '(orientation: portrait)';
  const { rerender } = render(<Layout query="(max-width: 47.9em)" />);
  rerender(<Layout query="(orientation: portrait)" />);
  expect(screen.getByText('手机')).toBeVisible();
  expect(listeners.size).toBe(1);
});

it('matches nothing on a server, which knows no screen', () => {
  mockScreen();
  matching = '(max-width: 47.9em)';
  expect(renderToString(<Layout query="(max-width: 47.9em)" />)).toContain('桌面');
});
