import type { CheckPlan } from '../../../content/catalogue/catalogue.rules.ts';

const from = 480;
const window = 600;

/**
 * Windows, in seconds, with one presence check each: the section's own, or for sections over 8
 * minutes one per full 10 minutes, in the middle 60 % of its interval.
 */
export function checkWindows(seconds: number, plan?: CheckPlan | null): CheckPlan {
  if (plan) return plan.filter(([start, end]) => start >= 0 && start <= end && end < seconds);
  if (seconds <= from) return [];
  const count = Math.max(1, Math.floor(seconds / window));
  const part = Math.min(window, seconds);
  return Array.from({ length: count }, (_, index) => [
    index * part + part * 0.2,
    index * part + part * 0.8,
  ]);
}

/** Picks one second per window; `random` returns [0, 1) and is known only to the server. */
export function planChecks(
  seconds: number,
  random: () => number,
  plan?: CheckPlan | null,
): number[] {
  const planned = checkWindows(seconds, plan).map(([start, end]) =>
    Math.min(
      Math.floor(start + random() * (end - start)),
      Math.max(Math.floor(start), Math.ceil(end) - 1),
    ),
  );
  return [...new Set(planned)].toSorted((a, b) => a - b);
}

/** Whether the check at this second asks a question. */
export const asksQuestion = (second: number, plan: CheckPlan | null): boolean =>
  plan?.some(([start, end, kind]) => kind === 'question' && second >= start && second <= end) ??
  false;

/** How far the video rewinds after a late answer. */
const rewindMs = 60_000;
/** Seconds in which a check should be answered. */
export const answerSeconds = 60;

/** Where to continue after an answer: absent when it was in time. */
export function rewindTo(plannedMs: number, shownAt: number, now: number): number | undefined {
  return now - shownAt > answerSeconds * 1000 + 2000
    ? Math.max(0, plannedMs - rewindMs)
    : undefined;
}
