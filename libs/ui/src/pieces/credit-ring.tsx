import { words } from '../words.ts';

interface Props {
  /** 学分 or 学时. */
  label: string;
  got: number;
  need: number;
  /** Waiting for approval: drawn behind what is got. */
  pending?: number;
  /** Side in pixels of the ordinary view. */
  size?: number;
}

const radius = 52;
const round = 2 * Math.PI * radius;

/** The year in a ring: what is got, what is waiting, what is needed. The words beside it say the same. */
export function CreditRing({ label, got, need, pending = 0, size = 112 }: Props) {
  const gotShare = share(got, need);
  const isReached = need > 0 && got >= need;
  return (
    <figure className="ring" data-reached={isReached}>
      <div className="ring-drawing" style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}>
        <svg viewBox="0 0 128 128" role="img" aria-label={spoken({ label, got, need, pending })}>
          <circle className="ring-marks" cx="64" cy="64" r="62" pathLength="120" strokeDasharray="0.6 9.4" />
          <circle className="ring-track" cx="64" cy="64" r={radius} />
          {pending > 0 ? <Arc className="ring-pending" from={gotShare} to={share(got + pending, need)} /> : null}
          <Arc className="ring-got" from={0} to={gotShare} />
        </svg>
        <div className="ring-figures" aria-hidden="true">
          <strong>{figure(got)}</strong>
          <span>{`/ ${figure(need)}`}</span>
        </div>
      </div>
      <figcaption>
        {label}
        <small>{isReached ? words.reached : `${words.missing} ${figure(need - got)}`}</small>
      </figcaption>
    </figure>
  );
}

function Arc({ className, from, to }: { className: string; from: number; to: number }) {
  if (to <= from) return null;
  return <circle className={className} cx="64" cy="64" r={radius} strokeDasharray={`${round * (to - from)} ${round}`} transform={`rotate(${from * 360 - 90} 64 64)`} />;
}

const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);
const figure = (value: number) => String(Math.round(Math.max(0, value) * 10) / 10);

function spoken({ label, got, need, pending = 0 }: Props): string {
  const left = got >= need ? words.reached : `${words.missing} ${figure(need - got)}`;
  return `${label}：${words.got} ${figure(got)}，${words.need} ${figure(need)}，${left}${pending > 0 ? `，${words.pending} ${figure(pending)}` : ''}`;
}
