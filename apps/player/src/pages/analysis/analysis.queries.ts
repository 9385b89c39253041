import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { examAnalysis } from '@cme/contract/study';
import { queryOptions } from '@tanstack/react-query';

export type Analysis = DataOf<typeof examAnalysis>;

export const analysisQuery = (scoreId: string) =>
  queryOptions({
    queryKey: ['exam', 'analysis', scoreId],
    queryFn: ({ signal }) => send(examAnalysis, { score_id: scoreId }, { signal }),
    staleTime: 30_000,
  });
