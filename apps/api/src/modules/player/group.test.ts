import { describe, expect, it } from 'vitest';
import { openGroup } from './group.ts';

const turn = () => new Promise((next) => setImmediate(next));
const twoTurns = async () => {
  await turn();
  await turn();
};

/** A group whose runs end when they are told to. */
function held() {
  const runs: { items: string[]; end(): Promise<void>; break(): Promise<void> }[] = [];
  const ask = openGroup<string, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<(string | Error)[]>();
    runs.push({
      items,
      end: async () => {
        resolve(items.map((item) => (item.startsWith('bad') ? new Error(item) : item.toUpperCase())));
        await twoTurns();
      },
      break: async () => {
        reject(new Error('broken'));
        await twoTurns();
      },
    });
    return promise;
  });
  return { ask, runs, shape: () => runs.map(({ items }) => items.join('')) };
}

describe('a group', () => {
  it('runs once for what arrives in one turn, and answers each its own', async () => {
    const { ask, runs, shape } = held();
    const answers = Promise.all([ask('a'), ask('b')]);
    await twoTurns();
    expect(shape()).toEqual(['ab']);
    await runs[0]?.end();
    expect(await answers).toEqual(['A', 'B']);
  });

  it('gathers the next ones while a run is under way', async () => {
    const { ask, runs, shape } = held();
    for (const item of 'abc') {
      void ask(item);
      await twoTurns();
    }
    expect(shape()).toEqual(['a']);
    await runs[0]?.end();
    expect(shape()).toEqual(['a', 'bc']);
  });

  it('fails only the call whose result is an error', async () => {
    const { ask, runs } = held();
    const answers = Promise.allSettled([ask('good'), ask('bad')]);
    await twoTurns();
    await runs[0]?.end();
    expect(await answers).toMatchObject([{ status: 'fulfilled', value: 'GOOD' }, { status: 'rejected', reason: { message: 'bad' } }]);
  });

  it('tries one by one what failed together', async () => {
    const { ask, runs, shape } = held();
    const answers = Promise.allSettled([ask('a'), ask('b')]);
    await twoTurns();
    await runs[0]?.break();
    await runs[1]?.break();
    await runs[2]?.end();
    expect(shape()).toEqual(['ab', 'a', 'b']);
    expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'B' }]);
  });
});
