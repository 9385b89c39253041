/** Too many wait already. */
export class QueueFull extends Error {}

interface Options {
  /** Works that run at the same time. */
  permits: number;
  /** Works that may wait beside them, and how many of these for one asker. */
  waiting: number;
  perAsker: number;
}

interface Waiter {
  asker: string;
  isPreferred: boolean;
  start(): void;
}

export interface Semaphore {
  /** Runs the work when a permit is free, in order of arrival, preferred ones first; throws
   * `QueueFull` when too many wait. One asker fills at most its share, and only who is preferred
   * gets the last quarter. */
  run<Result>(work: () => Promise<Result>, asker?: string, isPreferred?: boolean): Promise<Result>;
}

export function openSemaphore({ permits, waiting, perAsker }: Options): Semaphore {
  const queue: Waiter[] = [];
  let free = permits;

  function admit(asker: string, isPreferred: boolean): void {
    const own = queue.filter((waiter) => waiter.asker === asker).length;
    const most = isPreferred ? waiting : Math.floor(waiting * 0.75);
    if (queue.length >= most || own >= perAsker) throw new QueueFull('too many wait');
  }

  async function acquire(asker: string, isPreferred: boolean): Promise<void> {
    if (free > 0) return void (free -= 1);
    admit(asker, isPreferred);
    await new Promise<void>((start) => {
      const behind = isPreferred ? queue.findIndex((waiter) => !waiter.isPreferred) : -1;
      queue.splice(behind < 0 ? queue.length : behind, 0, { asker, isPreferred, start });
    });
  }

  /** The permit is passed to the next waiter. */
  function release(): void {
    const next = queue.shift();
    if (next) next.start();
    else free += 1;
  }

  return {
    async run(work, asker = '', isPreferred = false) {
      await acquire(asker, isPreferred);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
