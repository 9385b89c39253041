import type { Call } from '@cme/contract';
import type { AppContext } from '../context.ts';
import { logState } from '../state-log/state-log.store.ts';

/** Calls of those who decide about others' things. */
export const isStaffs = ({ path }: Call): boolean => path.startsWith('/qm/api/admin/');

/** Who of the staff asked what about whom: written down before the answer leaves. */
export const logLook = (
  { db, now }: AppContext,
  call: Call,
  fields: Readonly<Record<string, unknown>>,
  user_id: string,
): Promise<void> =>
  logState(db, {
    entity: 'staff_call',
    entity_id: idsIn(fields).join(' '),
    from: '',
    to: call.path.replace('/qm/api/', ''),
    actor_type: 'staff',
    actor_id: user_id,
    at: now(),
  });

const most = 4;

const idsIn = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      /_(id|no)$/.test(name) && typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
        ? [value]
        : [],
    )
    .slice(0, most);
