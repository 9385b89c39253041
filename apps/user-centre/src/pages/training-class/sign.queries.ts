import { send } from '@cme/commons/api-client';
import { classOfflineCode, classSessions } from '@cme/contract/study/class-sign';
import { queryOptions } from '@tanstack/react-query';

export const sessionsQuery = (classId: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'sessions', classId],
    queryFn: ({ signal }) => send(classSessions, { class_id: classId }, { signal }),
    staleTime: 0,
  });

const everyMs = 3000;

/**
 * The current code, with the offset of the server's clock from this device's. The next code is
 * fetched before the current one expires, together with the attendance.
 */
export const codeQuery = (classId: string, sessionId = '') =>
  queryOptions({
    queryKey: ['trainingclass', 'code', classId, sessionId],
    queryFn: async ({ signal }) => {
      const code = await send(
        classOfflineCode,
        { class_id: classId, session_id: sessionId },
        { signal },
      );
      return { ...code, clockOffset: code.server_time - Date.now() };
    },
    staleTime: 0,
    refetchInterval: everyMs,
  });
