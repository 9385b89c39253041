import { createMemoryRouter, RouterProvider } from '@cme/ui/router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkTo, type LinkToProps } from './link.tsx';

const elsewhere = 'http://user.cme.localhost:8080/user/learn';
const leave = vi.fn<(url: string | URL) => void>();

function show(props: LinkToProps) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <LinkTo {...props}>我的课程</LinkTo> },
      { path: '/cart', element: <h1>购物车</h1> },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
  return { router, link: screen.getByRole('link', { name: '我的课程' }) };
}

beforeEach(() => {
  leave.mockReset();
  vi.spyOn(location, 'replace').mockImplementation(leave);
});
afterEach(() => void vi.restoreAllMocks());

describe('a link on this origin', () => {
  it('is followed by the router, with its state', async () => {
    const { router, link } = show({ to: '/cart', state: { slidePage: 'menu' } });
    fireEvent.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'));
    expect(router.state.location.state).toEqual({ slidePage: 'menu' });
    expect(router.state.historyAction).toBe('PUSH');
  });

  it('can take the place of the current entry', async () => {
    const { router, link } = show({ to: '/cart', replace: true });
    fireEvent.click(link);
    await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'));
    expect(leave).not.toHaveBeenCalled();
  });

  it('that opens a new window is left to the browser', () => {
    const { router, link } = show({ to: '/cart', target: '_blank', rel: 'noopener' });
    fireEvent.click(link);
    expect(link).toHaveAttribute('href', '/cart');
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('a link to another origin', () => {
  it('is a plain link', () => {
    const { router, link } = show({ to: elsewhere, state: { any: 1 } });
    expect(link).toHaveAttribute('href', elsewhere);
    fireEvent.click(link);
    expect(leave).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/');
  });

  it('can take the place of the current entry', () => {
    const { link } = show({ to: elsewhere, replace: true });
    expect(fireEvent.click(link)).toBe(false);
    expect(leave).toHaveBeenCalledExactlyOnceWith(elsewhere);
  });

  it.each([
    ['the middle button', { button: 1 }],
    ['Ctrl', { ctrlKey: true }],
    ['⌘', { metaKey: true }],
    ['Shift', { shiftKey: true }],
    ['Alt', { altKey: true }],
  ])('opens elsewhere with %s, and this page stays', (_, how) => {
    const { link } = show({ to: elsewhere, replace: true });
    fireEvent.click(link, how);
    expect(leave).not.toHaveBeenCalled();
  });
});
