/** Between two looks at the revision while somebody waits: another process may have changed it. */
const interval = 200;

export interface Follow {
  /** Resolves when the revision is another one, or after `longest` milliseconds. */
  wait(revision: number, longest: number): Promise<void>;
  /** It has been changed here: nobody waits for the next look. */
  changed(): void;
}

/** Lets edges wait for the next revision. However many wait, one question a moment is asked. */
export function openFollow(
  readRevision: () => Promise<number>,
  onError: (error: unknown) => void,
): Follow {
  const waiting = new Map<() => void, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    try {
      const now = await readRevision();
      for (const [wake, revision] of waiting) if (revision !== now) wake();
    } catch (error) {
      onError(error);
    }
    timer = waiting.size > 0 ? setTimeout(() => void look(), interval).unref() : undefined;
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
        timer ??= setTimeout(() => void look(), 0).unref();
      }),
    changed: () => {
      for (const wake of waiting.keys()) wake();
    },
  };
}
