import { samplePage, writeBlock } from '@cme/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { mountAreas } from './mount.tsx';

const loadRemote = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('@module-federation/enhanced/runtime', () => ({ loadRemote }));

const entry = '/static/user-centre/0123456789ab/area/remoteEntry.js';
const logged = vi.spyOn(console, 'error');
const patch = vi.fn<() => void>();

/** Opens a page of the personal centre and returns the files that failures are counted for. */
async function openPersonalCentre(): Promise<unknown[]> {
  const files: unknown[] = [];
  const note = (event: Event) => files.push((event as CustomEvent<Error>).detail.stack);
  addEventListener('cme:failed', note);
  const mounted = mountAreas({
    path: '/user/learn',
    patch,
    matches: [],
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof mountAreas>[0]);
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
