import { Arc, ratio } from './ring-parts.tsx';

/** Credits that a year asks of everybody; what a course adds is drawn against it. */
const yearCredits = 25;

/** How much of a year's ring one course fills: decoration beside the figure. */
export function MiniRing({ credits }: { credits: number }) {
  return (
    <svg className="mini-ring" viewBox="0 0 128 128" width={16} height={16} aria-hidden="true">
      <circle className="ring-track" cx="64" cy="64" r="52" />
      <Arc className="ring-got" radius={52} from={0} to={ratio(credits, yearCredits)} />
    </svg>
  );
}
