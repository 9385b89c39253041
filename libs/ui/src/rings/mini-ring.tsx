import type { DataOf, homeIndex } from '@cme/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { learnSummaryQuery } from '../session/learn-summary.ts';
import { Arc, ratio } from './ring-parts.tsx';

/** Credits that this year asks for: of the reader, else of everybody, as far as this page has
 * heard of it already. */
function useYearCredits(): number {
  const { data: own } = useQuery({ ...learnSummaryQuery(), enabled: false });
  const { data: home } = useQuery<DataOf<typeof homeIndex>>({
    queryKey: ['home', 'index'],
    queryFn: skipToken,
  });
  return own?.need_credits ?? home?.year_need?.need_credits ?? 0;
}

/** How much of a year's ring one course fills: decoration beside the figure. None where the year
 * asks for no credits, or it is not known what it asks for. */
export function MiniRing({ credits }: { credits: number }) {
  const need = useYearCredits();
  if (need <= 0) return null;
  return (
    <svg className="mini-ring" viewBox="0 0 128 128" width={16} height={16} aria-hidden="true">
      <circle className="ring-track" cx="64" cy="64" r="52" />
      <Arc className="ring-got" radius={52} from={0} to={ratio(credits, need)} />
    </svg>
  );
}
