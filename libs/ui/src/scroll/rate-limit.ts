/** Milliseconds. */
export const debounceWait = 200;
export const throttleWait = 16.7;

type Act<Args extends unknown[]> = (...args: Args) => void;

/** Calls once, `wait` after the last call; `cancel` drops the pending call. */
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

/** Calls at once and then at most once per `wait`; the last call of a burst always runs. */
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
