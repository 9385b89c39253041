import {
  and,
  asc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { unit, unitAdmin } from './unit.tables.ts';

export type UnitRow = InferSelectModel<typeof unit>;

export async function findUnit(
  db: Db,
  siteId: string,
  unitId: string,
): Promise<UnitRow | undefined> {
  const [row] = await db
    .select()
    .from(unit)
    .where(and(eq(unit.unit_id, unitId), eq(unit.site_id, siteId)));
  return row;
}

export async function readUnits(db: Db, ids: readonly string[]): Promise<Map<string, UnitRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(unit)
    .where(inArray(unit.unit_id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.unit_id, row]));
}

/** The path from each of these units to the root, by unit id. */
export async function unitsAboveEach(
  db: Db,
  unitIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (unitIds.length === 0) return new Map();
  // A depth limit ends recursion in cyclic data; no real tree of units is as deep.
  const { rows } = await db.execute<{ first_id: string; unit_id: string }>(sql`
    with recursive above as (
      select unit_id as first_id, unit_id, parent_id, 1 as step
        from unit where unit_id in ${[...new Set(unitIds)]}
      union all
      select a.first_id, u.unit_id, u.parent_id, a.step + 1
        from unit u join above a on u.unit_id = a.parent_id where a.step < 20
    )
    select first_id, unit_id from above order by step`);
  const ways = Map.groupBy(rows, ({ first_id }) => first_id);
  return new Map([...ways].map(([id, way]) => [id, way.map(({ unit_id }) => unit_id)]));
}

/** These units and their descendants. */
export async function unitsUnder(db: Db, unitIds: readonly string[]): Promise<string[]> {
  if (unitIds.length === 0) return [];
  const { rows } = await db.execute<{ unit_id: string }>(sql`
    with recursive under as (
      select unit_id from unit where unit_id in ${[...unitIds]}
      union
      select u.unit_id from unit u join under a on u.parent_id = a.unit_id
    )
    select unit_id from under`);
  return rows.map((row) => row.unit_id);
}

/** The units that a person administers, with their descendants. */
export async function unitsAdministered(db: Db, siteId: string, userId: string): Promise<string[]> {
  const units = await db
    .select({ unit_id: unitAdmin.unit_id })
    .from(unitAdmin)
    .innerJoin(unit, eq(unit.unit_id, unitAdmin.unit_id))
    .where(and(eq(unitAdmin.user_id, userId), eq(unit.site_id, siteId)));
  return unitsUnder(
    db,
    units.map((row) => row.unit_id),
  );
}

/** Whether a person administers any unit. */
export async function isUnitAdmin(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ unit_id: unitAdmin.unit_id })
    .from(unitAdmin)
    .where(eq(unitAdmin.user_id, userId))
    .limit(1);
  return rows.length > 0;
}

/** Administrators of this unit or one of its ancestors; empty if none. */
export async function readUnitAdmins(db: Db, unitId: string): Promise<string[]> {
  const ancestors = (await unitsAboveEach(db, [unitId])).get(unitId);
  if (!ancestors) return [];
  const rows = await db
    .selectDistinct({ user_id: unitAdmin.user_id })
    .from(unitAdmin)
    .where(inArray(unitAdmin.unit_id, ancestors))
    .orderBy(asc(unitAdmin.user_id));
  return rows.map((row) => row.user_id);
}

export async function insertUnits(
  db: Db,
  rows: readonly InferInsertModel<typeof unit>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(unit).values([...rows]);
}

/** False if they administer it already. */
export async function addUnitAdmin(
  db: Db,
  row: InferInsertModel<typeof unitAdmin>,
): Promise<boolean> {
  const added = await db
    .insert(unitAdmin)
    .values(row)
    .onConflictDoNothing()
    .returning({ user_id: unitAdmin.user_id });
  return added.length === 1;
}

/** False where they do not administer it. */
export async function removeUnitAdmin(db: Db, unitId: string, userId: string): Promise<boolean> {
  const removed = await db
    .delete(unitAdmin)
    .where(and(eq(unitAdmin.unit_id, unitId), eq(unitAdmin.user_id, userId)))
    .returning({ user_id: unitAdmin.user_id });
  return removed.length === 1;
}
