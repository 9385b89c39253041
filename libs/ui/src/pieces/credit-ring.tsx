import { words } from '../words.ts';
import { Arc, figure, leftWords, type Part, share, spoken } from './ring-parts.tsx';

interface Props extends Part {
  /** Side in pixels of the ordinary view. */
  size?: number;
}

const radius = 52;

/** The year in a ring: what is got, what is waiting, what is needed. The words beneath it say the
 * same. */
export function CreditRing({ size = 112, ...part }: Props) {
  const { label, got, need, pending = 0 } = part;
  return (
    <figure className="ring" data-reached={need > 0 && got >= need} data-tone={toneOf(label)}>
      <div className="ring-drawing" style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}>
        <svg viewBox="0 0 128 128" role="img" aria-label={spoken(part)}>
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
            from={share(got, need)}
            to={share(got + pending, need)}
          />
          <Arc className="ring-got" radius={radius} from={0} to={share(got, need)} />
        </svg>
        <div className="ring-figures" aria-hidden="true" data-long={figure(got).length > 5}>
          <strong>{figure(got)}</strong>
          <span>{`/ ${figure(need)}`}</span>
        </div>
      </div>
      <figcaption>
        {label}
        <small>{leftWords(got, need)}</small>
      </figcaption>
    </figure>
  );
}

/** Credits are amber wherever they are drawn, hours in the site's colour. */
export const toneOf = (label: string): 'credits' | 'hours' =>
  label.includes(words.credits) ? 'credits' : 'hours';
