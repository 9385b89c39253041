interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Options<Item> {
  /** Concurrent batches: while one waits for the disk, the next can be prepared. */
  lanes?: number;
  /** Items of one key are never in two concurrent batches, so that they stay in order. */
  getKey?(item: Item): string;
}

const limit = 64;

/** Batches concurrent calls into one `run`. Calls during a run are queued; they start when it ends
 * or, with several lanes, when they are as many as those running, since smaller batches share the
 * fixed cost among fewer. A result that is an Error rejects only its own call; a batch that throws
 * is retried item by item, so that no call fails because of another. */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { lanes: concurrency = 1, getKey }: Options<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const running = new Set<Waiting<Item, Result>[]>();
  const busyKeys = new Set<string>();
  let isDue = false;

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined || result instanceof Error)
          reject(result ?? new Error('no result'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1) for (const item of batch) await settle([item]);
      else batch[0]?.reject(error);
    }
  }

  /** Takes the next batch out of the queue and marks its keys as busy. */
  function take(): Waiting<Item, Result>[] {
    const batch: typeof waiting = [];
    const rest: typeof waiting = [];
    for (const item of waiting)
      (batch.length < limit && !(getKey && busyKeys.has(getKey(item.item))) ? batch : rest).push(
        item,
      );
    waiting = rest;
    if (getKey) for (const { item } of batch) busyKeys.add(getKey(item));
    return batch;
  }

  async function work(batch: Waiting<Item, Result>[]): Promise<void> {
    running.add(batch);
    await settle(batch);
    running.delete(batch);
    if (getKey) for (const { item } of batch) busyKeys.delete(getKey(item));
    soon();
  }

  const underWay = () => [...running].reduce((sum, batch) => sum + batch.length, 0);

  function begin(): void {
    isDue = false;
    if (waiting.length === 0 || running.size >= concurrency || waiting.length < underWay()) return;
    const batch = take();
    if (batch.length > 0) void work(batch);
  }

  /** Calls of the same event loop turn form one batch. */
  function soon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(begin);
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      soon();
    });
}
