import type { Db } from '../../database/database.ts';
import { readUsers, type UserRow } from '../identity/user.store.ts';
import { unitsAboveEach } from '../unit/unit.store.ts';
import type { Scoped } from './scope.rules.ts';

/** A person with all attributes that a scope uses. */
export type ScopedUser = UserRow & Scoped;

export async function readScoped(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, ScopedUser>> {
  const users = await readUsers(db, userIds);
  const ancestors = await unitsAboveEach(
    db,
    [...users.values()].flatMap(({ unit_id }) => unit_id ?? []),
  );
  return new Map(
    [...users].map(([id, user]) => [
      id,
      { ...user, unit_ids: ancestors.get(user.unit_id ?? '') ?? [] },
    ]),
  );
}

export const findScoped = async (db: Db, userId: string): Promise<ScopedUser | undefined> =>
  (await readScoped(db, [userId])).get(userId);
