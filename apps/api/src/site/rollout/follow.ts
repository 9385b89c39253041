/** Interval of polling the revision while edges wait, since another process may change it. */
const interval = 200;

export interface Follow {
  /** Resolves when the revision differs, or after `longest` milliseconds. */
  wait(revision: number, longest: number): Promise<void>;
  /** Notifies waiting edges at once of a change in this process. */
  changed(): void;
}

/** Long polling of edges for the next revision, with one shared query per interval. */
export function createRolloutFollow(
  readRevision: () => Promise<number>,
  onError: (error: unknown) => void,
): Follow {
  const waiting = new Map<() => void, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function poll(): Promise<void> {
    try {
      const now = await readRevision();
      for (const [wake, revision] of waiting) if (revision !== now) wake();
    } catch (error) {
      onError(error);
    }
    timer = waiting.size > 0 ? setTimeout(() => void poll(), interval).unref() : undefined;
  }
  return {
    wait: (revision, longest) =>
      new Promise((resolve) => {
        const end = setTimeout(() => wake(), longest).unref();
        const wake = () => {
          clearTimeout(end);
          waiting.delete(wake);
          resolve();
        };
        waiting.set(wake, revision);
        timer ??= setTimeout(() => void poll(), 0).unref();
      }),
    changed: () => {
      for (const wake of waiting.keys()) wake();
    },
  };
}
