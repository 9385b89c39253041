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

interface Props extends RingData {
  /** Size in pixels at the default font size. */
  size?: number;
}

const radius = 52;

/**
 * The year's credits as a ring: earned, pending, required. The text below says the same. Renders
 * nothing if the year requires no credits.
 */
export function CreditRing({ size = 112, ...ring }: Props) {
  const { kind, got, need, pending = 0 } = ring;
  if (need <= 0) return null;
  return (
    <figure className="ring" data-reached={isReached(ring)} data-tone={kind}>
      <div className="ring-drawing" style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}>
        <svg viewBox="0 0 128 128" role="img" aria-label={formatRing(ring)}>
          <circle
            className="ring-marks"
            cx="64"
            cy="64"
            r="62"
            pathLength="120"
            strokeDasharray="0.6 9.4"
            strokeDashoffset="0.3"
          />
          <circle className="ring-track" cx="64" cy="64" r={radius} />
          <Arc
            className="ring-pending"
            radius={radius}
            from={toRatio(got, need)}
            to={toRatio(got + pending, need)}
          />
          <Arc className="ring-got" radius={radius} from={0} to={toRatio(got, need)} />
        </svg>
        <div className="ring-figures" aria-hidden="true" data-long={formatFigure(got).length > 4}>
          <strong>{formatFigure(got)}</strong>
          <span>{`/ ${formatFigure(need)}`}</span>
        </div>
      </div>
      <figcaption>
        {getRingName(ring)}
        <small>{formatLeft(ring)}</small>
      </figcaption>
    </figure>
  );
}
