import { send } from '@cme/commons/api-client';
import { surveyGet } from '@cme/contract/study';
import { queryOptions } from '@tanstack/react-query';

export const surveyQuery = (courseId: string, surveyId: string) =>
  queryOptions({
    queryKey: ['survey', courseId, surveyId],
    queryFn: ({ signal }) =>
      send(surveyGet, { course_id: courseId, survey_id: surveyId }, { signal }),
    staleTime: 0,
    // Refetching on focus must not change the form while it is filled in.
    refetchOnWindowFocus: false,
  });
