import { ringTexts as words } from './ring.words.ts';
import {
  Arc,
  formatFigure,
  isReached,
  formatLeft,
  toRatio,
  type RingData,
  getRingName,
  formatRing,
} from './ring-parts.tsx';

const radii = [54, 40, 26];
const marks = 12;

interface Props {
  year: number;
  /** Outermost first. */
  rings: readonly RingData[];
  /** Leaves what is missing to the surrounding text. */
  isQuiet?: boolean;
}

/** The year as concentric rings, with the figures next to them. */
export function YearRings({ year, rings, isQuiet = false }: Props) {
  return (
    <div className="year-rings">
      <svg
        viewBox="0 0 128 128"
        role="img"
        aria-label={`${year}年 ${rings.map(formatRing).join('；')}`}
      >
        {radii.map((radius, index) =>
          rings[index] ? <Ring key={radius} ring={rings[index]} radius={radius} /> : null,
        )}
        <circle
          className="ring-marks"
          cx="64"
          cy="64"
          r="62.5"
          pathLength={marks * 10}
          strokeDasharray="0.5 9.5"
          strokeDashoffset="0.25"
        />
      </svg>
      <dl aria-hidden="true">
        {rings.map((ring) => (
          <Figures key={ring.kind} ring={ring} isQuiet={isQuiet} />
        ))}
      </dl>
    </div>
  );
}

function Ring({ ring, radius }: { ring: RingData; radius: number }) {
  const { kind, got, need, pending = 0 } = ring;
  return (
    <g className="ring" data-tone={kind} data-reached={isReached(ring)}>
      <circle className="ring-track" cx="64" cy="64" r={radius} />
      <Arc
        className="ring-pending"
        radius={radius}
        from={toRatio(got, need)}
        to={toRatio(got + pending, need)}
      />
      <Arc className="ring-got" radius={radius} from={0} to={toRatio(got, need)} />
    </g>
  );
}

function Figures({ ring, isQuiet }: { ring: RingData; isQuiet: boolean }) {
  const { kind, got, need, pending = 0 } = ring;
  return (
    <div data-tone={kind} data-reached={isReached(ring)}>
      <dt>{getRingName(ring)}</dt>
      <dd>
        <strong>{formatFigure(got)}</strong>
        {` / ${formatFigure(need)}`}
        {isQuiet && got < need ? null : <small>{formatLeft(ring)}</small>}
        {pending > 0 ? <small>{`${words.pending} ${formatFigure(pending)}`}</small> : null}
      </dd>
    </div>
  );
}

interface Sums {
  credits: number;
  hours: number;
}

interface SummaryProps {
  /** A year against its requirements, as `credits/summary` describes it. */
  summary: {
    year: number;
    got: Sums;
    pending: Sums;
    rule: { need_credits: number; need_hours: number };
  };
}

/** The rings of a summary, whose text around them says what is missing. */
export const SummaryRings = ({ summary: { year, got, pending, rule } }: SummaryProps) => (
  <YearRings
    isQuiet
    year={year}
    rings={[
      { kind: 'credits', got: got.credits, need: rule.need_credits, pending: pending.credits },
      { kind: 'hours', got: got.hours, need: rule.need_hours, pending: pending.hours },
    ]}
  />
);
