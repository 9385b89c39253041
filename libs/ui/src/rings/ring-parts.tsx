import { ringTexts as words } from './ring.words.ts';

type RingKind = 'credits' | 'hours';

/** One measure of a year. Credits are always amber, hours use the site's colour. */
export interface RingData {
  kind: RingKind;
  /** Overrides the label of the kind. */
  label?: string;
  got: number;
  need: number;
  /** Awaiting approval; drawn behind what is earned. */
  pending?: number;
}

/** An arc of a ring; start and length are fractions of the circle, from the top. */
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
  const circumference = 2 * Math.PI * radius;
  return (
    <circle
      className={className}
      cx="64"
      cy="64"
      r={radius}
      strokeDasharray={`${circumference * (to - from)} ${circumference}`}
      transform={`rotate(${from * 360 - 90} 64 64)`}
    />
  );
}

export const toRatio = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
/** Rounded like everywhere else. */
export const formatFigure = (value: number): string =>
  String(Math.round(Math.max(0, value) * 100) / 100);
export const isReached = ({ got, need }: RingData): boolean => need > 0 && got >= need;
export const formatLeft = ({ got, need }: RingData): string =>
  got >= need ? words.reached : `${words.missing} ${formatFigure(need - got)}`;
export const getRingName = ({ kind, label = words[kind] }: RingData): string => label;

/** Text alternative of the ring. */
export function formatRing(ring: RingData): string {
  const { got, need, pending = 0 } = ring;
  return [
    `${getRingName(ring)}：${words.got} ${formatFigure(got)}`,
    `${words.need} ${formatFigure(need)}`,
    formatLeft(ring),
    ...(pending > 0 ? [`${words.pending} ${formatFigure(pending)}`] : []),
  ].join('，');
}
