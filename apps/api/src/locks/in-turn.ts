const tails = new Map<string, Promise<unknown>>();

/** Works on one key go one after another in this process, so that a crowd at one account waits
 * here and not with a database connection in each hand. */
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
