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

/** The code as it is now, with what to add to this machine's clock to have the server's. A code is
 * asked for before the one that is shown is over, and who has signed comes with it. */
export const codeQuery = (class_id: string, session_id = '') =>
  queryOptions({
    queryKey: ['trainingclass', 'code', class_id, session_id],
    queryFn: async ({ signal }) => {
      const code = await send(classOfflineCode, { class_id, session_id }, { signal });
      return { ...code, ahead: code.server_time - Date.now() };
    },
    staleTime: 0,
    refetchInterval: everyMs,
  });
