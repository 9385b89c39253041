import type { Db } from '../../platform/database/database.ts';
import { factOn, isUnitVerified, verifiedKinds } from '../../person/fact/fact.rules.ts';
import { readPersonFacts, readFacts } from '../../person/fact/fact.store.ts';
import { findUser, readUsers, type UserRow } from '../../person/identity/user.store.ts';
import { readUnits, unitsAboveEach } from '../../person/unit/unit.store.ts';
import type { FactField, Scoped, ScopeField } from './scope.rules.ts';

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
  const find = await readUnitPaths(
    db,
    [...users.values()].map(({ unit_id }) => unit_id ?? ''),
  );
  return new Map(
    [...users].map(([id, user]) => {
      const rows = facts.get(id) ?? [];
      const { unit_ids, area_id } = find(user.unit_id ?? '');
      const kinds: readonly string[] = verifiedKinds(rows, user, area_id);
      const isMember = isUnitVerified(rows, user.unit_id ?? '');
      const verified = verifiedFields((field) => kinds.includes(field), isMember);
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
  const rows = await readPersonFacts(db, userId);
  const membership = factOn(rows, 'unit_id', day);
  const unitId = membership?.value ?? user.unit_id ?? '';
  const isMember = membership?.fact_status !== 'declared';
  const unit = (await readUnitPaths(db, [unitId]))(unitId);
  const getValue = (field: FactField) => factOn(rows, field, day)?.value ?? user[field];
  return {
    level: getValue('level'),
    series_code: getValue('series_code'),
    area_id: getValue('area_id'),
    unit_ids: unit.unit_ids,
    verified: verifiedFields(
      (field) =>
        factOn(rows, field, day)?.fact_status === 'verified' ||
        (field === 'area_id' && isMember && getValue(field) === unit.area_id),
      isMember,
    ),
  };
}

const verifiedFields = (
  isVerified: (field: FactField) => boolean,
  isMember: boolean,
): ScopeField[] => [...factFields.filter(isVerified), ...(isMember ? (['unit_id'] as const) : [])];

/** The path of each unit to the root, and its area. */
async function readUnitPaths(db: Db, ids: readonly string[]) {
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
