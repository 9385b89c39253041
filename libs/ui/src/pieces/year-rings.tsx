import { words } from '../words.ts';
import { toneOf } from './credit-ring.tsx';
import { Arc, figure, leftWords, type Part, share, spoken } from './ring-parts.tsx';

const radii = [54, 40, 26];
const marks = 12;

interface Props {
  year: number;
  parts: readonly Part[];
  /** Leaves what is missing to the text beside it. */
  isQuiet?: boolean;
}

/** The signature: a year of learning as rings in one another, the outermost first, with the
 * figures beside them. */
export function YearRings({ year, parts, isQuiet = false }: Props) {
  return (
    <div className="year-rings">
      <svg
        viewBox="0 0 128 128"
        role="img"
        aria-label={`${year}年 ${parts.map(spoken).join('；')}`}
      >
        {parts.slice(0, radii.length).map(({ label, got, need, pending = 0 }, at) => {
          const radius = radii[at] ?? 0;
          return (
            <g
              key={label}
              className="ring"
              data-tone={toneOf(label)}
              data-reached={need > 0 && got >= need}
            >
              <circle className="ring-track" cx="64" cy="64" r={radius} />
              <Arc
                className="ring-pending"
                radius={radius}
                from={share(got, need)}
                to={share(got + pending, need)}
              />
              <Arc className="ring-got" radius={radius} from={0} to={share(got, need)} />
            </g>
          );
        })}
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
        {parts.map(({ label, got, need, pending = 0 }) => (
          <div key={label} data-tone={toneOf(label)} data-reached={need > 0 && got >= need}>
            <dt>{label}</dt>
            <dd>
              <strong>{figure(got)}</strong>
              {` / ${figure(need)}`}
              {isQuiet && got < need ? null : <small>{leftWords(got, need)}</small>}
              {pending > 0 ? <small>{`${words.pending} ${figure(pending)}`}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
