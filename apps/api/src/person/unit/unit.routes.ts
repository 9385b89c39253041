import { unitSearch, unitTree } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { parentNames, searchUnits, unitsOfArea } from './search.store.ts';
import type { UnitRow } from './unit.store.ts';
import { toUnitChoice } from './unit.view.ts';

const mostFound = 20;
const mostOfArea = 500;

export function registerUnit(app: FastifyInstance, context: AppContext): void {
  answer(
    app,
    context,
    unitSearch,
    async ({ body: { area_id, keyword }, db, site: { site_id } }) =>
      toUnitList(
        db,
        await searchUnits(db, { site_id, area_id, keyword, limit: mostFound + 1 }),
        mostFound,
      ),
    { perMinute: 120, strangersPerMinute: 1200 },
  );
  answer(
    app,
    context,
    unitTree,
    async ({ body: { area_id }, db, site: { site_id } }) =>
      toUnitList(
        db,
        await unitsOfArea(db, { site_id, area_id, limit: mostOfArea + 1 }),
        mostOfArea,
      ),
    { perMinute: 30, strangersPerMinute: 300 },
  );
}

/** At most this many, and whether there are more. */
async function toUnitList(db: Db, rows: UnitRow[], limit: number) {
  const visibleRows = rows.slice(0, limit);
  const parent = await parentNames(db, visibleRows);
  return {
    list: visibleRows.map((row) => toUnitChoice(row, parent(row))),
    more: rows.length > limit ? ('Y' as const) : ('N' as const),
  };
}
