import { send } from '@cme/commons/api-client';
import { examIntro, examResult } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';
import { createClock } from './paper/clock.ts';

/** The exam of a course, with the server's time of the response. */
export const introQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['exam', 'intro', courseId],
    queryFn: async ({ signal }) => {
      const clock = createClock();
      const sentAt = performance.now();
      const card = await send(examIntro, { course_id: courseId }, { signal });
      clock.sync(card.server_time, sentAt);
      return { card, clock };
    },
    staleTime: 0,
    gcTime: 0,
  });

const reviewPollEvery = 20_000;

export const resultQuery = (scoreId: string) =>
  queryOptions({
    queryKey: ['exam', 'result', scoreId],
    queryFn: async ({ signal }) => {
      const clock = createClock();
      const sentAt = performance.now();
      const result = await send(examResult, { score_id: scoreId }, { signal });
      clock.sync(result.server_time, sentAt);
      return { result, clock };
    },
    refetchInterval: ({ state }) =>
      state.data?.result.attempt_status === 'reviewing' ? reviewPollEvery : false,
    staleTime: 0,
  });
