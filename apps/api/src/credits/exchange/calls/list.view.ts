import type { DataOf, ParsedBodyOf } from '@cme/contract/base';
import { type DeclareTab, declareTabs, type exchangeList } from '@cme/contract/credits';
import type { Db } from '../../../platform/database/database.ts';
import type { Declarer } from '../draft.action.ts';
import { tabStatuses } from '../exchange.rules.ts';
import { countDeclarations, type Kind, readKinds, pageOfDeclarations } from '../exchange.store.ts';
import { rowView } from './exchange.view.ts';

const isInTab = (tab: DeclareTab, status: string): boolean =>
  tab === 'all' || (tabStatuses[tab] as readonly string[]).includes(status);

/** A page of a learner's own declarations, with counts per tab. */
export async function readDeclarationList(
  db: Db,
  { site_id, user_id }: Declarer,
  request: ParsedBodyOf<typeof exchangeList>,
): Promise<DataOf<typeof exchangeList>> {
  const rows = await pageOfDeclarations(db, user_id, request);
  const byTab = await countDeclarations(db, user_id);
  const ofYear = byTab.filter(({ year }) => request.year === undefined || year === request.year);
  const countTab = (tab: DeclareTab) =>
    ofYear
      .filter(({ declare_status }) => isInTab(tab, declare_status))
      .reduce((sum, { count }) => sum + count, 0);
  const counts = Object.fromEntries(declareTabs.map((tab) => [tab, countTab(tab)])) as Record<
    DeclareTab,
    number
  >;
  const kinds = new Map<number, Kind[]>();
  for (const year of new Set(rows.map((row) => row.year)))
    kinds.set(year, await readKinds(db, site_id, year));
  return {
    list: rows.map((row) =>
      rowView(
        row,
        kinds.get(row.year)?.find(({ kind_code }) => kind_code === row.kind_code),
      ),
    ),
    total: counts[request.tab],
    page: request.page,
    page_size: request.page_size,
    counts,
    years: [...new Set(byTab.map(({ year }) => year))].toSorted((a, b) => b - a),
  };
}
