const tails = new Map<string, Promise<unknown>>();

/** A mutex per key within this process: many requests for one account queue here instead of using
 * all connections of the pool. */
export async function runInTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const run = (tails.get(key) ?? Promise.resolve()).then(work);
  const tail = run.catch(() => undefined);
  tails.set(key, tail);
  try {
    return await run;
  } finally {
    if (tails.get(key) === tail) tails.delete(key);
  }
}
