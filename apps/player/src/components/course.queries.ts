import { send } from '@cme/commons/api-client';
import { playerCourse } from '@cme/contract/study';
import { queryOptions } from '@tanstack/react-query';

export const courseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['player', 'course', courseId],
    queryFn: ({ signal }) => send(playerCourse, { course_id: courseId }, { signal }),
    staleTime: 0,
  });
