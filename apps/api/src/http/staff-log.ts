import type { Call } from '@cme/contract';
import type { AppContext } from '../context.ts';
import { logState } from '../state-log/state-log.store.ts';

/** Calls of staff who decide about other people. */
export const isStaffCall = ({ path }: Call): boolean => path.startsWith('/qm/api/admin/');

/**
 * Audits which staff member called what about whom, before the response is sent. Only declared
 * fields of the body.
 */
export const logStaffCall = (
  { db, now }: AppContext,
  call: Call,
  body: unknown,
  user_id: string,
): Promise<void> =>
  logState(db, {
    entity: 'staff_call',
    entity_id: idsIn(body).join(' '),
    from: '',
    to: call.path.replace('/qm/api/', ''),
    actor_type: 'staff',
    actor_id: user_id,
    at: now(),
  });

const most = 4;

/** Never an identity number. */
const idsIn = (body: unknown): string[] =>
  Object.entries(body ?? {})
    .flatMap(([name, value]: [string, unknown]) =>
      /_(id|no)$/.test(name) &&
      name !== 'id_no' &&
      typeof value === 'string' &&
      /^[\w-]{1,64}$/.test(value)
        ? [value]
        : [],
    )
    .slice(0, most);
