/** Names of the missed targets. */
const missedTargets: string[] = [];

const formatNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 3 });

/** Prints one line of a report; a missed target is marked, listed at the end, and makes the run
 * fail. */
export function checkTarget(
  name: string,
  value: number,
  limit: number,
  isGood: boolean,
  note = '',
): void {
  console.log(
    `${isGood ? '  ' : '! '}${name.padEnd(48)}${formatNumber(value).padStart(12)}   target ${formatNumber(limit)}${note}`,
  );
  if (!isGood) missedTargets.push(name);
}

/** Ends a report. */
export function reportMissed(): void {
  if (missedTargets.length === 0) return;
  console.error(`missed: ${missedTargets.join(' · ')}`);
  missedTargets.length = 0;
  process.exitCode = 1;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Median, minimum and maximum as integers. */
export const formatSpread = (values: number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
