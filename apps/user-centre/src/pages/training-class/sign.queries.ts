import { send } from '@cme/commons/api-client';
import { classOfflineCode, classSessions } from '@cme/contract/study/class-sign';
import { queryOptions } from '@tanstack/react-query';

export const sessionsQuery = (class_id: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'sessions', class_id],
    queryFn: ({ signal }) => send(classSessions, { class_id }, { signal }),
    staleTime: 0,
  });

const everyMs = 3000;

/**
 * The current code, with the offset of the server's clock from this device's. The next code is
 * fetched before the current one expires, together with the attendance.
 */
export const codeQuery = (class_id: string, session_id = '') =>
  queryOptions({
    queryKey: ['trainingclass', 'code', class_id, session_id],
    queryFn: async ({ signal }) => {
      const code = await send(classOfflineCode, { class_id, session_id }, { signal });
      return { ...code, clockOffset: code.server_time - Date.now() };
    },
    staleTime: 0,
    refetchInterval: everyMs,
  });
