/** Milliseconds. */
export const scrollTime = 300;

/** Scrolls to `top` within `time`; jumps at once with reduced motion. */
export function scrollToTop(top = 0, time = scrollTime): void {
  const from = window.scrollY;
  if (from === top) return;
  if (time <= 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, top);
    return;
  }
  let startTime: number | undefined;
  const step = (now: number) => {
    startTime ??= now;
    const share = Math.min(1, (now - startTime) / time);
    window.scrollTo(0, from + (top - from) * (1 - (1 - share) ** 3));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
