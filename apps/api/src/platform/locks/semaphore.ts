/** The queue is full. */
export class QueueFullError extends Error {}

interface Options {
  /** Maximum concurrent tasks. */
  permits: number;
  /** Maximum waiting tasks, and how many of these per client. */
  waiting: number;
  perAsker: number;
}

interface Waiter {
  asker: string;
  /** The turn in which it starts. Preferred tasks have the current one. */
  turn: number;
  isPreferred: boolean;
  start(): void;
}

export interface Semaphore {
  /** Runs a task when a permit is free: preferred ones first, then one of each client in turn;
   * throws `QueueFullError`. A client has a limited share, and the last quarter is reserved for preferred
   * ones. */
  run<Result>(work: () => Promise<Result>, asker?: string, isPreferred?: boolean): Promise<Result>;
}

export function createSemaphore({ permits, waiting, perAsker }: Options): Semaphore {
  const queue: Waiter[] = [];
  let free = permits;
  let turn = 0;

  function admit(asker: string, isPreferred: boolean): void {
    const waitingOfAsker = queue.filter((waiter) => waiter.asker === asker).length;
    const limit = isPreferred ? waiting : Math.floor(waiting * 0.75);
    if (queue.length >= limit || waitingOfAsker >= perAsker)
      throw new QueueFullError('queue is full');
  }

  async function acquire(asker: string, isPreferred: boolean): Promise<void> {
    if (free > 0) return void (free -= 1);
    admit(asker, isPreferred);
    const last = queue.findLast((waiter) => waiter.asker === asker && !waiter.isPreferred);
    const ownTurn = isPreferred || !last ? turn : last.turn + 1;
    await new Promise<void>((start) => {
      const insertAt = queue.findIndex((waiter) =>
        isPreferred ? !waiter.isPreferred : !waiter.isPreferred && waiter.turn > ownTurn,
      );
      const waiter = { asker, turn: ownTurn, isPreferred, start };
      queue.splice(insertAt < 0 ? queue.length : insertAt, 0, waiter);
    });
  }

  /** Passes the permit to the next waiter. */
  function release(): void {
    const next = queue.shift();
    if (!next) return void (free += 1);
    turn = Math.max(turn, next.turn);
    next.start();
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
