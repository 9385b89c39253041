/** Gives the focus back to what had it before a dialog, unless somebody has moved it elsewhere. */
export function restoreFocus(to: Element | null): void {
  const now = document.activeElement;
  const isFree = !now || now === document.body || now.closest('[role="dialog"]') !== null;
  if (isFree && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
}
