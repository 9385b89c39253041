import { type TouchEvent, useRef } from 'react';

/**
 * Minimum distance of a swipe: clearly horizontal, and not from the screen's edge, where browsers
 * navigate.
 */
const minDistance = 72;
const edgeWidth = 28;

/** A horizontal swipe changes the question, like the buttons below. */
export function useSwipe(step: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const touch = touches.length === 1 ? touches[0] : undefined;
      const isFree =
        touch &&
        touch.clientX > edgeWidth &&
        touch.clientX < innerWidth - edgeWidth &&
        !(target instanceof Element && target.closest('textarea, input[type="text"]'));
      from.current = isFree ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      const start = from.current;
      from.current = undefined;
      if (!finger || !start) return;
      const deltaX = finger.clientX - start.x;
      const deltaY = finger.clientY - start.y;
      if (Math.abs(deltaX) >= minDistance && Math.abs(deltaX) > 2 * Math.abs(deltaY))
        step(deltaX < 0 ? 1 : -1);
    },
  };
}
