import { ringTexts as words } from './ring.words.ts';

export type RingKind = 'credits' | 'hours';

/** One measure of a year. Credits are amber wherever they are drawn, hours in the site's colour. */
export interface RingData {
  kind: RingKind;
  /** Shown in place of the kind's own name. */
  label?: string;
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

export const ratio = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
/** As exact as every other place tells it. */
export const figureWords = (value: number): string =>
  String(Math.round(Math.max(0, value) * 100) / 100);
export const isReached = ({ got, need }: RingData): boolean => need > 0 && got >= need;
export const leftWords = ({ got, need }: RingData): string =>
  got >= need ? words.reached : `${words.missing} ${figureWords(need - got)}`;
export const ringName = ({ kind, label = words[kind] }: RingData): string => label;

/** The whole ring in words, for those who hear the page. */
export function ringWords(ring: RingData): string {
  const { got, need, pending = 0 } = ring;
  return [
    `${ringName(ring)}：${words.got} ${figureWords(got)}`,
    `${words.need} ${figureWords(need)}`,
    leftWords(ring),
    ...(pending > 0 ? [`${words.pending} ${figureWords(pending)}`] : []),
  ].join('，');
}
