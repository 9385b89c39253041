let openedCount = 0;

/** Call when a dialog opens and takes the focus. */
export function countOpened(): void {
  openedCount += 1;
}

/**
 * Restores the focus after a dialog, after `delay` milliseconds, unless the user has moved it or
 * another dialog has opened by then: moving it would lose what is being typed.
 */
export function restoreFocus(to: () => Element | null, delay = 0): void {
  const countBefore = openedCount;
  setTimeout(() => {
    if (openedCount === countBefore) giveFocus(to());
  }, delay);
}

function giveFocus(to: Element | null): void {
  const active = document.activeElement;
  const isFree = !active || active === document.body || active.closest('[role="dialog"]') !== null;
  if (isFree && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
}
