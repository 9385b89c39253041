interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Lets calls that come at the same time share one `run`: while one is under way the next ones gather, at most `most`.
 * A result that is an Error fails its own call only; a run that fails is tried again one by one, so that nobody fails for another. */
export function openGroup<Item, Result>(run: (items: Item[]) => Promise<(Result | Error)[]>, most = 64): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, at) => {
        const result = results[at];
        if (result === undefined || result instanceof Error) reject(result ?? new Error('no result'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await settle([one]);
      else batch[0]?.reject(error);
    }
  }

  async function work(): Promise<void> {
    busy = true;
    // What arrived in the same turn of the event loop goes together.
    await new Promise((turn) => setImmediate(turn));
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    busy = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void work();
    });
}
