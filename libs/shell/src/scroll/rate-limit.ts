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
  const runLater = (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait, ...args);
  };
  return Object.assign(runLater, { cancel: () => clearTimeout(timer) });
}

/** Calls at once and then at most once per `wait`; the last call of a burst always runs. */
export function throttle<Args extends unknown[]>(
  act: Act<Args>,
  wait = throttleWait,
): Act<Args> & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingArgs: Args | undefined;
  const runWaiting = () => {
    timer = undefined;
    if (waitingArgs === undefined) return;
    const args = waitingArgs;
    waitingArgs = undefined;
    run(args);
  };
  const run = (args: Args) => {
    timer = setTimeout(runWaiting, wait);
    act(...args);
  };
  const runNow = (...args: Args) => (timer === undefined ? run(args) : void (waitingArgs = args));
  return Object.assign(runNow, {
    cancel: () => {
      clearTimeout(timer);
      timer = waitingArgs = undefined;
    },
  });
}
