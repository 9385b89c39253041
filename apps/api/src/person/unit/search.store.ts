import { and, asc, eq, gte, like, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like.ts';
import { readUnits, type UnitRow } from './unit.store.ts';
import { unit } from './unit.tables.ts';

/** Range of area codes of a division and its descendants: from inclusive, to exclusive. */
function getCodeRange(areaId: string): [string, string] {
  const step = areaId.endsWith('0000') ? 10_000 : areaId.endsWith('00') ? 100 : 1;
  return [areaId, String(Number(areaId) + step).padStart(6, '0')];
}

interface Asked {
  site_id: string;
  area_id: string;
  keyword: string;
  limit: number;
}

/** Open units of an area whose names contain all words, matches of the first word at the start
 * first. */
export async function searchUnits(
  db: Db,
  { site_id, area_id, keyword, limit }: Asked,
): Promise<UnitRow[]> {
  const [from, to] = getCodeRange(area_id);
  const words = keyword.split(/\s+/).filter(Boolean).slice(0, 5);
  const [first = ''] = words;
  return db
    .select()
    .from(unit)
    .where(
      and(
        eq(unit.site_id, site_id),
        gte(unit.area_id, from),
        lt(unit.area_id, to),
        eq(unit.status, 'open'),
        ...words.map((word) => like(unit.name, likePattern(word))),
      ),
    )
    .orderBy(
      sql`${unit.name} not like ${likePattern(first).slice(1)}`,
      asc(unit.name),
      asc(unit.unit_id),
    )
    .limit(limit);
}

const rank = sql`array_position(array['3','2','1','O','T','V'], ${unit.level})`;

/** Open units of an area, higher levels first. */
export async function unitsOfArea(
  db: Db,
  { site_id, area_id, limit }: Omit<Asked, 'keyword'>,
): Promise<UnitRow[]> {
  const [from, to] = getCodeRange(area_id);
  return db
    .select()
    .from(unit)
    .where(
      and(
        eq(unit.site_id, site_id),
        gte(unit.area_id, from),
        lt(unit.area_id, to),
        eq(unit.status, 'open'),
      ),
    )
    .orderBy(rank, asc(unit.name), asc(unit.unit_id))
    .limit(limit);
}

/** Names of the parents of these units. */
export async function parentNames(
  db: Db,
  rows: readonly UnitRow[],
): Promise<(row: UnitRow) => string> {
  const parents = await readUnits(
    db,
    rows.map(({ parent_id }) => parent_id).filter((id) => id !== ''),
  );
  return ({ parent_id }) => parents.get(parent_id)?.name ?? '';
}
