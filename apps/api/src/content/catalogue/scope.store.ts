import type { Db } from '../../platform/database/database.ts';
import { factOn, verifiedKinds } from '../../person/fact/fact.rules.ts';
import { factsOf, readFacts } from '../../person/fact/fact.store.ts';
import { findUser, readUsers, type UserRow } from '../../person/identity/user.store.ts';
import { readUnits, unitsAboveEach } from '../../person/unit/unit.store.ts';
import type { FactField, Scoped } from './scope.rules.ts';

/** A person with all attributes that a scope uses. */
export type ScopedUser = UserRow & Scoped;

const factFields: readonly FactField[] = ['level', 'series_code', 'area_id'];

/** People as they are now. */
export async function readScoped(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, ScopedUser>> {
  const users = await readUsers(db, userIds);
  const facts = await readFacts(db, [...users.keys()]);
  const find = await unitsOf(
    db,
    [...users.values()].map(({ unit_id }) => unit_id ?? ''),
  );
  return new Map(
    [...users].map(([id, user]) => {
      const kinds: readonly string[] = verifiedKinds(facts.get(id) ?? [], user);
      const { unit_ids, area_id } = find(user.unit_id ?? '');
      const verified = factFields.filter(
        (field) => kinds.includes(field) || (field === 'area_id' && user.area_id === area_id),
      );
      return [id, { ...user, unit_ids, verified }];
    }),
  );
}

/** A person as they were on a day. */
export async function findScopedOn(
  db: Db,
  userId: string,
  day: string,
): Promise<Scoped | undefined> {
  const user = await findUser(db, userId);
  if (!user) return undefined;
  const rows = await factsOf(db, userId);
  const unitId = factOn(rows, 'unit_id', day)?.value ?? user.unit_id ?? '';
  const { unit_ids, area_id } = (await unitsOf(db, [unitId]))(unitId);
  const valueOf = (field: FactField) => factOn(rows, field, day)?.value ?? user[field];
  const verified = factFields.filter(
    (field) =>
      factOn(rows, field, day)?.fact_status === 'verified' ||
      (field === 'area_id' && valueOf(field) === area_id),
  );
  return {
    level: valueOf('level'),
    series_code: valueOf('series_code'),
    area_id: valueOf('area_id'),
    unit_ids,
    verified,
  };
}

/** The path of each unit to the root, and its area, which the unit vouches for. */
async function unitsOf(db: Db, ids: readonly string[]) {
  const known = ids.filter((id) => id !== '');
  const ancestors = await unitsAboveEach(db, known);
  const units = await readUnits(db, known);
  return (id: string) => ({
    unit_ids: ancestors.get(id) ?? [],
    area_id: units.get(id)?.area_id,
  });
}

export const findScoped = async (db: Db, userId: string): Promise<ScopedUser | undefined> =>
  (await readScoped(db, [userId])).get(userId);
