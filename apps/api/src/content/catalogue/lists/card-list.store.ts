import type { ContentFilters } from '@cme/contract/content';
import type { Db } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import { toSearchQuery } from '../../search/grams.rules.ts';
import { type Facet, type FacetQuery, toFacetQuery } from './facets.rules.ts';
import { offeredText } from './listing.store.ts';

const newest = 'l.publish_at desc nulls last, l.content_id';

/** Each sort order is that of an index of `content_listing`, including nulls; otherwise the index
 * is not used. */
const orders: Record<ContentFilters['sort'], string> = {
  best: `l.place, ${newest}`,
  new: newest,
  hot: 'l.study_count desc nulls last, l.content_id',
  credit: `l.credits desc nulls last, ${newest}`,
  price: `l.price_fen, ${newest}`,
};

interface PageOfCards {
  cards: string;
  total: number;
}

/** The shape of a statement: which choices and ranges are filtered, and whether few rows match. The
 * first four parameters are site, time, size and offset; the filters follow in this order. */
interface Shape {
  choices: readonly Facet[];
  ranges: readonly string[];
  narrow: boolean;
  byWords: boolean;
  sort: ContentFilters['sort'];
}

/** Maximum offset for reading a page in index order; beyond it sorting is cheaper. Lower with
 * filters, because matches may be far from the start of the index. */
const mostWalked = { all: 40_000, filtered: 8000 };

const hits = (grams: string, unproven: string, patterns: string) => `
  hit as materialized (select id as content_id, not head_form like all (${patterns}::text[]) as aside from search_entry
    where kind in ('course', 'package', 'class', 'live', 'activity') and sites @> array[$1::text] and grams @> ${grams}::text[] and form like all (${unproven}::text[])),`;

/** The cards of the page as comma-separated JSON, in order. */
const cards = (page: string) => `
  select string_agg('{"study_count":' || p.study_count || ',' || substr(c.card, 2), ',' order by p.at)
  from (select s.*, row_number() over () as at from (${page}) s) p join content c on c.content_id = p.content_id`;

/** Sort key of a page. */
const ordered = 'l.content_id, l.study_count, l.place, l.publish_at, l.credits, l.price_fen';

/** Whether the filters are likely to leave few rows: each choice about half, a range a quarter, a
 * field within a discipline or recommended content very few. */
function isNarrow({ choices, ranges }: FacetQuery): boolean {
  const halvings = ranges.map(({ column, from, to }) => {
    if (column === 'place') return 4;
    return column === 'discipline' && to - from < 9999 ? 4 : 2;
  });
  return halvings.reduce((sum, some) => sum + some, choices.length) >= 4;
}

/** Only chosen filters are part of the statement. If few rows are expected, they are gathered,
 * counted and sorted in one pass. Otherwise they are only counted, and the page is read in index
 * order; if few rows match after all, these are sorted, since the index would be scanned to its
 * end. Only the branch that is needed runs. The most selective condition comes first. */
function toStatementText({ choices, ranges, narrow, byWords, sort }: Shape): string {
  let index = 4;
  const next = () => `$${(index += 1)}`;
  const chosen = [
    ...choices.map(
      (column) => `l.${column} & ${next()}::${column === 'series' ? 'bigint' : 'int'} <> 0`,
    ),
    ...ranges.map((column) => `l.${column} between ${next()}::int and ${next()}::int`),
  ];
  const where = [...chosen, offeredText].join(' and ');
  const order = orders[sort];
  const orderByFit = (sorted: string) =>
    `coalesce((${cards(`select l.content_id, l.study_count from fit l order by ${sorted} limit $3 offset $4`)}), '') as cards`;
  if (byWords) {
    const from = `content_listing l join hit h on h.content_id = l.content_id where ${where}`;
    const byFit = sort === 'best' || sort === 'new' ? `l.aside, ${orders.new}` : order;
    return `with ${hits(next(), next(), next())} fit as materialized (select ${ordered}, h.aside from ${from})
      select (select count(*) from fit)::int as total, ${orderByFit(byFit)}`;
  }
  if (narrow)
    return `with fit as materialized (select ${ordered} from content_listing l where ${where})
      select (select count(*) from fit)::int as total, ${orderByFit(order)}`;
  // The study count is read for the rows of the page only, so that the index alone finds them.
  const page = (sorted: string) =>
    `select w.content_id, (select study_count from content_listing where site_id = $1 and content_id = w.content_id)
      from (select l.content_id from content_listing l where ${where} order by ${sorted} limit $3 offset $4) w`;
  const unindexed = order.replace(/^l\.\w+/, `$& + ${sort === 'new' ? "interval '0'" : '0'}`);
  return `with counted as materialized (select count(*)${chosen.length > 0 ? ` filter (where ${chosen.join(' and ')})` : ''} as total, count(*) as rows from content_listing l where ${offeredText})
    select total::int, coalesce(case when ($3::bigint + $4::bigint) * rows <= ${chosen.length > 0 ? mostWalked.filtered : mostWalked.all} * total then (${cards(page(order))}) else (${cards(page(unindexed))}) end, '') as cards from counted`;
}

const toParameters = ({ choices, ranges }: FacetQuery) => [
  ...choices.map(({ mask }) => mask),
  ...ranges.flatMap(({ from, to }) => [from, to]),
];

/** Which page of the matches is wanted. */
interface CardPage {
  filters: ContentFilters;
  page: number;
  size: number;
}

/** A page of the catalogue and the number of matches, in one statement. `cards` is comma-separated
 * JSON of `ContentCard`s. */
export async function listCards(
  db: Db,
  siteId: string,
  { filters, page, size }: CardPage,
  now: Date,
): Promise<PageOfCards> {
  const words = toSearchQuery(filters.keyword);
  if (filters.keyword !== '' && !words) return { cards: '', total: 0 };
  const facetQuery = toFacetQuery(filters);
  const text = toStatementText({
    choices: facetQuery.choices.map(({ column }) => column),
    ranges: facetQuery.ranges.map(({ column }) => column),
    narrow: isNarrow(facetQuery),
    byWords: words !== undefined,
    sort: filters.sort,
  });
  // A site may have nearly all rows or hardly any: no generic plan fits both.
  const [row] = await statement<PageOfCards>(undefined, text)(db, [
    siteId,
    now.toISOString(),
    size,
    (page - 1) * size,
    ...toParameters(facetQuery),
    ...(words ? [words.grams, words.unproven, words.patterns] : []),
  ]);
  return row ?? { cards: '', total: 0 };
}
