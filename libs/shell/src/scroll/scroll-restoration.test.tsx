import { renderPage } from '@cme/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readTab } from '../storage/tab-storage.ts';

const routes = [
  { path: '/', element: <h1>列表</h1> },
  { path: '/item', element: <h1>课程</h1> },
];
let height = 0;
let growPage = () => {};

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(
    () => height + window.innerHeight,
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(act: () => void) {
        growPage = act;
      }
      observe() {}
      unobserve() {}
      disconnect() {
        growPage = () => {};
      }
    },
  );
});

/** Simulates scrolling by the user. */
function scrollBy(top: number) {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  act(() => void window.dispatchEvent(new Event('scroll')));
}
const setNavigationType = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));

describe('back and forward', () => {
  it('back restores the position once the list is long enough; new navigation starts at the top', async () => {
    height = 2000;
    const to = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    const { router } = renderPage('/', routes);
    await screen.findByRole('heading', { name: '列表' });
    scrollBy(1400);
    await act(() => router.navigate('/item'));
    expect(to.mock.lastCall).toEqual([0, 0]);
    scrollBy(0);
    height = 300;
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: '列表' });
    expect(to.mock.lastCall).toEqual([0, 0]);
    height = 2000;
    act(() => growPage());
    expect(to.mock.lastCall).toEqual([0, 1400]);
  });

  it('restoring stops if the user scrolls before the list has loaded', async () => {
    height = 2000;
    const to = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    const { router } = renderPage('/', routes);
    await screen.findByRole('heading', { name: '列表' });
    scrollBy(1400);
    await act(() => router.navigate('/item'));
    height = 300;
    await act(() => router.navigate(-1));
    act(() => void window.dispatchEvent(new Event('wheel')));
    height = 2000;
    act(() => growPage());
    expect(to).not.toHaveBeenCalledWith(0, 1400);
  });
});

describe('a new document', () => {
  const readStored = () => (readTab('places') ?? []) as [string, number][];

  it.each([
    ['reload', true],
    ['back_forward', true],
    ['navigate', false],
  ])('loaded by %s restores the position: %s', async (type, returns) => {
    height = 2000;
    const first = renderPage('/', routes);
    await screen.findByRole('heading', { name: '列表' });
    scrollBy(900);
    leavePage();
    expect(history.scrollRestoration).toBe('auto');
    expect(readStored()).toEqual([[expect.stringContaining(' /'), 900]]);
    first.unmount();
    setNavigationType(type);
    const to = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
    renderPage('/', routes);
    await screen.findByRole('heading', { name: '列表' });
    await waitFor(() => expect(history.scrollRestoration).toBe('manual'));
    expect(to.mock.calls).toEqual(returns ? [[0, 900]] : []);
  });
});
