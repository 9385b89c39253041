/** Milliseconds. */
export const debounceWait = 200;
export const throttleWait = 16.7;

type Act<Args extends unknown[]> = (...args: Args) => void;

/** Runs once, `wait` after the last call; `cancel` drops what is waiting. */
export function debounce<Args extends unknown[]>(
  act: Act<Args>,
  wait = debounceWait,
): Act<Args> & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait, ...args);
  };
  return Object.assign(later, { cancel: () => clearTimeout(timer) });
}

/** Runs at once and then at most every `wait`; the last call of a burst is never lost. */
export function throttle<Args extends unknown[]>(
  act: Act<Args>,
  wait = throttleWait,
): Act<Args> & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Args | undefined;
  const tick = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const args = waiting;
    waiting = undefined;
    run(args);
  };
  const run = (args: Args) => {
    timer = setTimeout(tick, wait);
    act(...args);
  };
  const now = (...args: Args) => (timer === undefined ? run(args) : void (waiting = args));
  return Object.assign(now, {
    cancel: () => {
      clearTimeout(timer);
      timer = waiting = undefined;
    },
  });
}
