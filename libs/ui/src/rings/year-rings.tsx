import { ringTexts as words } from './ring.words.ts';
import {
  Arc,
  figureWords,
  isReached,
  leftWords,
  ratio,
  type RingData,
  ringName,
  ringWords,
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
        aria-label={`${year}年 ${rings.map(ringWords).join('；')}`}
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
        from={ratio(got, need)}
        to={ratio(got + pending, need)}
      />
      <Arc className="ring-got" radius={radius} from={0} to={ratio(got, need)} />
    </g>
  );
}

function Figures({ ring, isQuiet }: { ring: RingData; isQuiet: boolean }) {
  const { kind, got, need, pending = 0 } = ring;
  return (
    <div data-tone={kind} data-reached={isReached(ring)}>
      <dt>{ringName(ring)}</dt>
      <dd>
        <strong>{figureWords(got)}</strong>
        {` / ${figureWords(need)}`}
        {isQuiet && got < need ? null : <small>{leftWords(ring)}</small>}
        {pending > 0 ? <small>{`${words.pending} ${figureWords(pending)}`}</small> : null}
      </dd>
    </div>
  );
}
