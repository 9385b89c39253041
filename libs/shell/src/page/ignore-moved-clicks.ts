/** Within these milliseconds and pixels of the first click, the second one is part of a double click. */
const doubleClickMs = 500;
const trembling = 16;

/** A label and its field are one control. */
const readControl = (target: EventTarget | null): Element | null => {
  const element = (target as Element | null)?.closest('a, button, input, select, label, summary');
  return element instanceof HTMLLabelElement ? element.control : (element ?? null);
};

/**
 * Ignores the second click of a double click if it hits something else than the first: a row has
 * moved up, a dialog has closed, or a button has taken the place of another.
 */
export function ignoreMovedClicks(): void {
  let first = { control: null as Element | null, at: 0, x: 0, y: 0, scrolled: 0 };
  const isNear = ({ clientX, clientY }: MouseEvent) =>
    Math.hypot(clientX - first.x, clientY - first.y) < trembling;
  const handleClick = (event: MouseEvent) => {
    // Clicks by keyboard or script have no place on the screen.
    if (!event.isTrusted || event.detail === 0) return;
    const control = readControl(event.target);
    const isSecond =
      event.timeStamp - first.at < doubleClickMs && scrollY === first.scrolled && isNear(event);
    if (isSecond && first.control && control !== first.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const { timeStamp: at, clientX: x, clientY: y } = event;
    first = { control, at, x, y, scrolled: scrollY };
  };
  // Who has moved the pointer away and back means what is there now.
  const handleMove = (event: MouseEvent) => {
    if (first.control && !isNear(event)) first.control = null;
  };
  document.addEventListener('click', handleClick, { capture: true });
  document.addEventListener('pointermove', handleMove, { capture: true, passive: true });
}
