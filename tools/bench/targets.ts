/** Names of the missed targets. */
const missed: string[] = [];

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 3 });

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
    `${isGood ? '  ' : '! '}${name.padEnd(48)}${number(value).padStart(12)}   target ${number(limit)}${note}`,
  );
  if (!isGood) missed.push(name);
}

/** Ends a report. */
export function reportMissed(): void {
  if (missed.length === 0) return;
  console.error(`missed: ${missed.join(' · ')}`);
  missed.length = 0;
  process.exitCode = 1;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Median, minimum and maximum as integers. */
export const spread = (values: number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
