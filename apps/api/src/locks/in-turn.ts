const tails = new Map<string, Promise<unknown>>();

/** A mutex per key within this process: a crowd at one account queues here instead of taking every
 * connection of the pool. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const mine = (tails.get(key) ?? Promise.resolve()).then(work);
  const tail = mine.catch(() => undefined);
  tails.set(key, tail);
  try {
    return await mine;
  } finally {
    if (tails.get(key) === tail) tails.delete(key);
  }
}
