import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from '@cme/contract/base';
import type { AppContext } from '../context/context.ts';
import { logState, logStates } from '../state-log/state-log.store.ts';

/** Calls of staff who decide about other people. */
export const isStaffCall = ({ path }: Call): boolean => path.startsWith('/qm/api/admin/');

/**
 * Audits which staff member called what about whom, before the response is sent. Only declared
 * fields of the body.
 */
const logStaffCall = (
  { db, now }: AppContext,
  call: Call,
  body: unknown,
  userId: string,
): Promise<void> =>
  logState(db, {
    entity: 'staff_call',
    entity_id: idsIn(body).join(' '),
    from: '',
    to: call.path.replace('/qm/api/', ''),
    actor_type: 'staff',
    actor_id: userId,
    at: now(),
  });

const limit = 4;

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
    .slice(0, limit);

const shownPeople = new AsyncLocalStorage<Set<string>>();

/** Views call this with the people whose data they return. Without a staff action it does nothing. */
export function recordShownPeople(userIds: readonly string[]): void {
  for (const user_id of userIds) shownPeople.getStore()?.add(user_id);
}

interface StaffAction {
  /** The command or call, and its purpose. */
  to: string;
  reason: string;
  actor_id: string;
}

/** Logs each person whose data the result contains, before the result is used. */
export async function logShownPeople<Result>(
  { db, now }: AppContext,
  { actor_id, to, reason }: StaffAction,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const people = new Set<string>();
  const result = await shownPeople.run(people, work);
  people.delete(actor_id);
  const row = { entity: 'staff_view', from: '', to, reason, actor_type: 'staff' as const };
  await logStates(
    db,
    [...people].map((entityId) => ({ ...row, entity_id: entityId, actor_id, at: now() })),
  );
  return result;
}

/** Handles a staff call, and logs who made it and whose data it returned. */
export async function handleStaffCall<Result>(
  context: AppContext,
  call: Call,
  body: unknown,
  userId: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const action = { to: call.path.replace('/qm/api/', ''), reason: '', actor_id: userId };
  const result = await logShownPeople(context, action, work);
  await logStaffCall(context, call, body, userId);
  return result;
}
