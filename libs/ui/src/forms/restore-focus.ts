let opened = 0;

/** A dialog opens, and takes the focus. */
export function countOpened(): void {
  opened += 1;
}

/** Gives the focus back to what had it before a dialog, after `delay` milliseconds: unless somebody
 * has moved it elsewhere by then, or another dialog has opened. What is typed there would be lost. */
export function restoreFocus(to: () => Element | null, delay = 0): void {
  const before = opened;
  setTimeout(() => {
    if (opened === before) giveFocus(to());
  }, delay);
}

function giveFocus(to: Element | null): void {
  const now = document.activeElement;
  const isFree = !now || now === document.body || now.closest('[role="dialog"]') !== null;
  if (isFree && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
}
