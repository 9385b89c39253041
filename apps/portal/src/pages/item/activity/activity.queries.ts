import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const activityDetail = async () => (await import('@cme/contract/study/activity')).activityDetail;

/** `A` 学术活动, `Z` 阳光行动, `Y` 学习之旅: one page with different frames. */
export type ActivityKind = 'A' | 'Z' | 'Y';

export const activityQuery = (contentType: ActivityKind, id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'activity', contentType, id, mine],
    queryFn: ({ signal }) => send(activityDetail, { content_type: contentType, id }, { signal }),
    staleTime: mine ? 0 : 30_000,
  });
