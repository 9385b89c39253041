import { describe, expect, test } from 'vitest';
import { createSemaphore, QueueFullError } from './semaphore.ts';

/** Tasks that end on command, with a record of which have started. */
function works(semaphore: ReturnType<typeof createSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turn = () => new Promise((next) => setImmediate(next));
  const start = (name: string, asker?: string, isPreferred?: boolean) =>
    semaphore.run(
      () => new Promise<string>((end) => (begun.push(name), ends.set(name, () => end(name)))),
      asker,
      isPreferred,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, start, end, turn };
}

describe('a semaphore', () => {
  test('runs as many tasks as it has permits, the rest in order', async () => {
    const { begun, start, end, turn } = works(
      createSemaphore({ permits: 2, waiting: 8, perAsker: 8 }),
    );
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name, name));
    await turn();
    expect(begun).toEqual(['a', 'b']);
    for (const name of ['b', 'a', 'c', 'd']) await end(name);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('prefers known clients, and reserves the last quarter for them', async () => {
    const { begun, start, end } = works(createSemaphore({ permits: 1, waiting: 4, perAsker: 8 }));
    const all = ['a', 'b', 'c', 'd'].map((name) => start(name));
    await expect(start('e')).rejects.toBeInstanceOf(QueueFullError);
    all.push(start('f', 'known', true));
    await expect(start('g', 'known', true)).rejects.toBeInstanceOf(QueueFullError);
    for (const name of ['a', 'f', 'b', 'c', 'd']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a', 'f', 'b', 'c', 'd']);
  });

  test('lets clients take turns, however many tasks one has', async () => {
    const semaphore = createSemaphore({ permits: 1, waiting: 16, perAsker: 8 });
    const { begun, start, end, turn } = works(semaphore);
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, 'a'));
    all.push(start('b1', 'b'), start('c1', 'c'), start('b2', 'b'));
    await turn();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('limits the share of each client', async () => {
    const { begun, start, end } = works(createSemaphore({ permits: 1, waiting: 8, perAsker: 2 }));
    const all = [start('a', 'one'), start('b', 'one'), start('c', 'one')];
    await expect(start('d', 'one')).rejects.toBeInstanceOf(QueueFullError);
    all.push(start('e', 'other'));
    for (const name of ['a', 'b', 'e', 'c']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'e', 'c']);
  });

  test('releases the permit when a task fails', async () => {
    const semaphore = createSemaphore({ permits: 1, waiting: 1, perAsker: 1 });
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await semaphore.run(async () => 'next')).toBe('next');
  });
});
