// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const answer = (qid: string, version: number) => ({ qid, version, answer: ['k1'], marked: false });

/** An IndexedDB whose requests never end. */
const silentDatabase = { open: () => ({}) };

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
});

it('a database that never answers is given a second, then answers are kept in the tab', async () => {
  vi.stubGlobal('indexedDB', silentDatabase);
  const { readOutbox, writeOutbox } = await import('./outbox.ts');
  const openedAt = performance.now();
  expect(await readOutbox('S1')).toEqual([]);
  expect(performance.now() - openedAt).toBeLessThan(2000);
  const askedAt = performance.now();
  await writeOutbox('S1', [answer('q1', 1)]);
  // It is not asked a second time.
  expect(performance.now() - askedAt).toBeLessThan(500);
  expect(await readOutbox('S1')).toEqual([answer('q1', 1)]);
  await writeOutbox('S1', []);
  expect(await readOutbox('S1')).toEqual([]);
});

it('after a reload the newer of two kept answers counts', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { readOutbox, writeOutbox } = await import('./outbox.ts');
  await writeOutbox('S1', [answer('q1', 1)]);
  await writeOutbox('S1', [answer('q1', 3), answer('q2', 2)]);
  expect(await readOutbox('S1')).toEqual([answer('q1', 3), answer('q2', 2)]);
});
