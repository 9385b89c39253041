interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Options<Item> {
  /** Runs at the same time: while one waits for the disk, another one can be made ready. */
  lanes?: number;
  /** Items of one key never are in two runs at once, so that they stay in the order in which they
   * came. */
  keyOf?(item: Item): string;
}

const most = 64;

/** Lets calls that come at the same time share one `run`: while one is under way the next ones
 * gather, and go when it has ended, or, with more lanes than one, when they are as many: smaller
 * runs would only share their fixed cost among fewer. A result that is an Error fails its own
 * call only; a run that fails is tried again one by one, so that nobody fails for another. */
export function openBatcher<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { lanes = 1, keyOf }: Options<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const running = new Set<Waiting<Item, Result>[]>();
  const busyKeys = new Set<string>();
  let isDue = false;

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, at) => {
        const result = results[at];
        if (result === undefined || result instanceof Error)
          reject(result ?? new Error('no result'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await settle([one]);
      else batch[0]?.reject(error);
    }
  }

  /** The next to go, and their keys with them. */
  function take(): Waiting<Item, Result>[] {
    const batch: typeof waiting = [];
    const rest: typeof waiting = [];
    for (const one of waiting)
      (batch.length < most && !(keyOf && busyKeys.has(keyOf(one.item))) ? batch : rest).push(one);
    waiting = rest;
    if (keyOf) for (const { item } of batch) busyKeys.add(keyOf(item));
    return batch;
  }

  async function work(batch: Waiting<Item, Result>[]): Promise<void> {
    running.add(batch);
    await settle(batch);
    running.delete(batch);
    if (keyOf) for (const { item } of batch) busyKeys.delete(keyOf(item));
    soon();
  }

  const underWay = () => [...running].reduce((sum, batch) => sum + batch.length, 0);

  function begin(): void {
    isDue = false;
    if (waiting.length === 0 || running.size >= lanes || waiting.length < underWay()) return;
    const batch = take();
    if (batch.length > 0) void work(batch);
  }

  /** What arrives in the same turn of the event loop goes together. */
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
