import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { skipToken, useQuery } from '@tanstack/react-query';
import { learnSummaryQuery } from '../session/learn-summary.ts';
import { Arc, toRatio } from '@cme/ui';

/**
 * Credits required this year: the user's own, otherwise the default, as far as they are already
 * cached.
 */
function useYearCredits(): number {
  const { data: summary } = useQuery({ ...learnSummaryQuery(), enabled: false });
  const { data: home } = useQuery<DataOf<typeof homeIndex>>({
    queryKey: ['home', 'index'],
    queryFn: skipToken,
  });
  return summary?.need_credits ?? home?.year_need?.need_credits ?? 0;
}

/**
 * The share of the year's credits that one course gives, as decoration next to the figure.
 * Renders nothing if the requirement is zero or unknown.
 */
export function MiniRing({ credits }: { credits: number }) {
  const need = useYearCredits();
  if (need <= 0) return null;
  return (
    <svg className="mini-ring" viewBox="0 0 128 128" width={16} height={16} aria-hidden="true">
      <circle className="ring-track" cx="64" cy="64" r="52" />
      <Arc className="ring-got" radius={52} from={0} to={toRatio(credits, need)} />
    </svg>
  );
}
