import { examIntro, examResult } from '@cme/contract/study';
import { queryOptions } from '@tanstack/react-query';
import { createClock } from '../clock/clock.ts';
import { sendAndSync } from './send-and-sync.ts';

/** The exam of a course, with the server's time of the response. */
export const introQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['exam', 'intro', courseId],
    queryFn: async ({ signal }) => {
      const clock = createClock();
      const card = await sendAndSync(examIntro, { course_id: courseId }, clock, { signal });
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
      const result = await sendAndSync(examResult, { score_id: scoreId }, clock, { signal });
      return { result, clock };
    },
    refetchInterval: ({ state }) =>
      state.data?.result.attempt_status === 'reviewing' ? reviewPollEvery : false,
    staleTime: 0,
  });
