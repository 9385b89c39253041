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
  const submit = createBatcher<string, string>((items) => {
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
  return { submit, runs, shape: () => runs.map(({ items }) => items.join('')) };
}

describe('a batcher', () => {
  it('batches calls of one event loop turn and returns each its result', async () => {
    const { submit, runs, shape } = controlled();
    const answers = Promise.all([submit('a'), submit('b')]);
    await twoTurns();
    expect(shape()).toEqual(['ab']);
    await runs[0]?.end();
    expect(await answers).toEqual(['A', 'B']);
  });

  it('queues further calls during a run', async () => {
    const { submit, runs, shape } = controlled();
    for (const item of 'abc') {
      void submit(item);
      await twoTurns();
    }
    expect(shape()).toEqual(['a']);
    await runs[0]?.end();
    expect(shape()).toEqual(['a', 'bc']);
  });

  it('rejects only the call whose result is an error', async () => {
    const { submit, runs } = controlled();
    const answers = Promise.allSettled([submit('good'), submit('bad')]);
    await twoTurns();
    await runs[0]?.end();
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: 'GOOD' },
      { status: 'rejected', reason: { message: 'bad' } },
    ]);
  });

  it('retries the items of a failed batch one by one', async () => {
    const { submit, runs, shape } = controlled();
    const answers = Promise.allSettled([submit('a'), submit('b')]);
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
    const { submit, runs, shape } = controlled({ lanes: 2 });
    void submit('a');
    void submit('b');
    await twoTurns();
    void submit('c');
    await twoTurns();
    expect(shape()).toEqual(['ab']);
    void submit('d');
    await twoTurns();
    expect(shape()).toEqual(['ab', 'cd']);
    for (const item of 'efgh') void submit(item);
    await twoTurns();
    expect(shape()).toEqual(['ab', 'cd']);
    await runs[1]?.end();
    expect(shape()).toEqual(['ab', 'cd', 'efgh']);
  });

  it('never has a key in two runs at once, and keeps its items in order', async () => {
    const { submit, runs, shape } = controlled({ lanes: 2, getKey: (item) => item.slice(0, 1) });
    void submit('a1');
    await twoTurns();
    void submit('a2');
    void submit('b1');
    void submit('a3');
    await twoTurns();
    expect(shape()).toEqual(['a1', 'b1']);
    await runs[1]?.end();
    expect(shape()).toEqual(['a1', 'b1']);
    await runs[0]?.end();
    expect(shape()).toEqual(['a1', 'b1', 'a2a3']);
  });
});
