import { words } from '../words.ts';

export interface Part {
  /** 学分, 学时 … */
  label: string;
  got: number;
  need: number;
  /** Waiting for approval: drawn behind what is got. */
  pending?: number;
}

/** A part of a ring, in shares of the whole from the top. */
export function Arc({
  className,
  radius,
  from,
  to,
}: {
  className: string;
  radius: number;
  from: number;
  to: number;
}) {
  if (to <= from) return null;
  const round = 2 * Math.PI * radius;
  return (
    <circle
      className={className}
      cx="64"
      cy="64"
      r={radius}
      strokeDasharray={`${round * (to - from)} ${round}`}
      transform={`rotate(${from * 360 - 90} 64 64)`}
    />
  );
}

export const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
/** As exact as every other place tells it. */
export const figure = (value: number): string => String(Math.round(Math.max(0, value) * 100) / 100);
export const leftWords = (got: number, need: number): string =>
  got >= need ? words.reached : `${words.missing} ${figure(need - got)}`;

export function spoken({ label, got, need, pending = 0 }: Part): string {
  return `${label}：${words.got} ${figure(got)}，${words.need} ${figure(need)}，${leftWords(got, need)}${pending > 0 ? `，${words.pending} ${figure(pending)}` : ''}`;
}
