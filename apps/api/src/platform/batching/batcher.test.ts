import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

const turn = () => new Promise((next) => setImmediate(next));
const twoTurns = async () => {
  await turn();
  await turn();
};

/** A batcher whose runs are completed by the test. */
function controlled(options?: Parameters<typeof createBatcher<string, string>>[1]) {
  const runs: { items: string[]; end(): Promise<void>; break(): Promise<void> }[] = [];
  const ask = createBatcher<string, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<(string | Error)[]>();
    runs.push({
      items,
      end: async () => {
        resolve(
          items.map((item) => (item.startsWith('bad') ? new Error(item) : item.toUpperCase())),
        );
        await twoTurns();
      },
      break: async () => {
        reject(new Error('broken'));
        await twoTurns();
      },
    });
    return promise;
  }, options);
  return { ask, runs, shape: () => runs.map(({ items }) => items.join('')) };
}

describe('a batcher', () => {
  it('batches calls of one event loop turn and returns each its result', async () => {
    const { ask, runs, shape } = controlled();
    const answers = Promise.all([ask('a'), ask('b')]);
    await twoTurns();
    expect(shape()).toEqual(['ab']);
    await runs[0]?.end();
    expect(await answers).toEqual(['A', 'B']);
  });

  it('queues further calls during a run', async () => {
    const { ask, runs, shape } = controlled();
    for (const item of 'abc') {
      void ask(item);
      await twoTurns();
    }
    expect(shape()).toEqual(['a']);
    await runs[0]?.end();
    expect(shape()).toEqual(['a', 'bc']);
  });

  it('rejects only the call whose result is an error', async () => {
    const { ask, runs } = controlled();
    const answers = Promise.allSettled([ask('good'), ask('bad')]);
    await twoTurns();
    await runs[0]?.end();
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: 'GOOD' },
      { status: 'rejected', reason: { message: 'bad' } },
    ]);
  });

  it('retries the items of a failed batch one by one', async () => {
    const { ask, runs, shape } = controlled();
    const answers = Promise.allSettled([ask('a'), ask('b')]);
    await twoTurns();
    await runs[0]?.break();
    await runs[1]?.break();
    await runs[2]?.end();
    expect(shape()).toEqual(['ab', 'a', 'b']);
    expect(await answers).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: 'B' },
    ]);
  });
});

describe('a batcher with two lanes', () => {
  it('starts a second run when as many wait as are in the first, and no third', async () => {
    const { ask, runs, shape } = controlled({ lanes: 2 });
    void ask('a');
    void ask('b');
    await twoTurns();
    void ask('c');
    await twoTurns();
    expect(shape()).toEqual(['ab']);
    void ask('d');
    await twoTurns();
    expect(shape()).toEqual(['ab', 'cd']);
    for (const item of 'efgh') void ask(item);
    await twoTurns();
    expect(shape()).toEqual(['ab', 'cd']);
    await runs[1]?.end();
    expect(shape()).toEqual(['ab', 'cd', 'efgh']);
  });

  it('never has a key in two runs at once, and keeps its items in order', async () => {
    const { ask, runs, shape } = controlled({ lanes: 2, keyOf: (item) => item.slice(0, 1) });
    void ask('a1');
    await twoTurns();
    void ask('a2');
    void ask('b1');
    void ask('a3');
    await twoTurns();
    expect(shape()).toEqual(['a1', 'b1']);
    await runs[1]?.end();
    expect(shape()).toEqual(['a1', 'b1']);
    await runs[0]?.end();
    expect(shape()).toEqual(['a1', 'b1', 'a2a3']);
  });
});
