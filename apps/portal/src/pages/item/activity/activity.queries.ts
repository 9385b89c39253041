import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const activityDetail = async () => (await import('@cme/contract/study/activity')).activityDetail;

/** `A` 学术活动, `Z` 阳光行动, `Y` 学习之旅: one page with different frames. */
export type ActivityKind = 'A' | 'Z' | 'Y';

export const activityQuery = (content_type: ActivityKind, id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'activity', content_type, id, mine],
    queryFn: ({ signal }) => send(activityDetail, { content_type, id }, { signal }),
    staleTime: mine ? 0 : 30_000,
  });
