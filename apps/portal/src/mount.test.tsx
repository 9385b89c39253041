import { customerPage, renderPage, samplePage, sampleSite, writeBlock } from '@cme/testing';
import type { RouteObject } from '@cme/ui/router';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountAreas } from './mount.tsx';

const loadRemote = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('@module-federation/enhanced/runtime', () => ({ loadRemote }));

const entry = '/static/user-centre/0123456789ab/area/remoteEntry.js';
const logged = vi.spyOn(console, 'error');
const patch = vi.fn<(id: string, routes: RouteObject[]) => void>();

/** What the router calls on the first navigation to a path. */
const mount = async (path: string, add: (id: string, routes: RouteObject[]) => void = patch) =>
  mountAreas({
    path,
    patch: add,
    matches: [],
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof mountAreas>[0]);

/** Opens a page of the personal centre and returns the files that failures are counted for. */
async function openPersonalCentre(): Promise<unknown[]> {
  const files: unknown[] = [];
  const note = (event: Event) => files.push((event as CustomEvent<Error>).detail.stack);
  addEventListener('cme:failed', note);
  const mounted = mount('/user/learn');
  await vi.runAllTimersAsync();
  await mounted;
  removeEventListener('cme:failed', note);
  return files;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  logged.mockReturnValue();
  const page = samplePage();
  writeBlock({
    ...page,
    areas: { ...page.areas, user: '' },
    remotes: [{ name: 'user_centre', alias: 'user', entry }],
  });
  return () => vi.useRealTimers();
});

it('an area that throws is counted for its own release, with the error that it has thrown', async () => {
  const error = new Error('entry is broken');
  loadRemote.mockRejectedValueOnce(error).mockResolvedValue({});
  expect(await openPersonalCentre()).toEqual([new URL(entry, location.href).href]);
  expect(logged).toHaveBeenCalledExactlyOnceWith(error);
  expect(patch).toHaveBeenCalledWith('root', [expect.objectContaining({ path: '/user/*' })]);
});

it('an area that does not answer is counted for its own release', async () => {
  loadRemote.mockReturnValue(new Promise(() => undefined));
  expect(await openPersonalCentre()).toEqual([new URL(entry, location.href).href]);
});

it('an area that loads at the second attempt is mounted, and nothing is counted', async () => {
  const routes = [{ path: 'learn' }];
  loadRemote.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ area: { routes } });
  expect(await openPersonalCentre()).toEqual([]);
  expect(patch).toHaveBeenCalledExactlyOnceWith('root', routes);
});

it.each([
  ['of its own', '/news', { portal: '' }],
  ['of another origin', '/player/c1/play', {}],
])('an area %s is not loaded', async (name, path, areas) => {
  const page = samplePage();
  writeBlock({ ...page, areas: { ...page.areas, ...areas } });
  await mount(path);
  expect(loadRemote, name).not.toHaveBeenCalled();
  expect(patch).not.toHaveBeenCalled();
});

it('an area is loaded once', async () => {
  loadRemote.mockResolvedValue({ area: { routes: [] } });
  await openPersonalCentre();
  loadRemote.mockClear();
  await openPersonalCentre();
  expect(loadRemote).not.toHaveBeenCalled();
});

it('a site that has ended mounts nothing', async () => {
  const page = samplePage({ site: sampleSite({ isEndSite: 'Y' }) });
  writeBlock({ ...page, areas: { ...page.areas, player: '' } });
  await mount('/player/c1/play');
  expect(loadRemote).not.toHaveBeenCalled();
});

describe('an area that could not be loaded', () => {
  const openPlayer = async () => {
    vi.useRealTimers();
    const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
    loadRemote.mockRejectedValue(new Error('offline'));
    const opened = renderPage('/', [{ path: '/', element: <h1>首页内容</h1>, handle: {} }], {
      page,
    });
    await screen.findByText('首页内容');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let failed: RouteObject[] = [];
    const mounted = mount('/player/c1/play', (_, routes) => (failed = routes));
    await vi.advanceTimersByTimeAsync(5000);
    await mounted;
    opened.unmount();
    return renderPage('/player/c1/play', failed, { page });
  };

  it('says so, and can be tried again', async () => {
    const { user } = await openPlayer();
    await screen.findByRole('button', { name: '重试' });
    const tries = loadRemote.mock.calls.length;
    await user.click(screen.getByRole('button', { name: '重试' }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(loadRemote.mock.calls.length).toBeGreaterThan(tries);
    expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
    loadRemote.mockResolvedValue({ area: { routes: [] } });
    await user.click(screen.getByRole('button', { name: '重试' }));
    await vi.advanceTimersByTimeAsync(100);
    const total = loadRemote.mock.calls.length;
    await mount('/player/c2/play');
    expect(loadRemote).toHaveBeenCalledTimes(total);
  });
});
