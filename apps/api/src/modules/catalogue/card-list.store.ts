import type { ContentFilters } from '@cme/contract';
import type { Db } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { wantedOf } from '../search/grams.rules.ts';

/** Filters stand inside `coalesce`, which the planner cannot estimate: one plan serves all filters,
 * and with estimates it would expect no row and choose a nested loop over all courses. */
const filters = (
  more = '',
) => `sc.site_id = $1 and sc.shown and c.status = 'on' and c.end_at > $2::timestamptz and coalesce(
  ($3 = '' or c.subject_kind = $3) and ($4 = '' or cardinality(c.series_codes) = 0 or $4 = any(c.series_codes))
  and ($5 = '' or cardinality(c.levels) = 0 or $5 = any(c.levels)) and ($6 = '' or cardinality(c.post_types) = 0 or $6 = any(c.post_types))
  and ($7 = '' or c.is_free = $7) ${more}, false)`;

/** What the search finds: by the grams of a keyword, and patterns of what these do not prove. */
const found = (grams: string, unproven: string) =>
  `and e.sites @> array[$1::text] and e.grams @> ${grams}::text[] and e.form like all (${unproven}::text[])`;
const entries = `join search_entry e on e.id = c.content_id and e.kind in ('course', 'package', 'class', 'live')`;

const sorts: Record<ContentFilters['sort'], string> = {
  new: 'c.publish_at desc, c.content_id',
  hot: 'sc.study_count desc, c.content_id',
  credit: 'c.credits desc, c.publish_at desc, c.content_id',
  price: 'c.price_fen, c.publish_at desc, c.content_id',
};

const page = (where: string, order: string, joined = '') => `
  select coalesce(string_agg('{"study_count":' || study_count || ',' || substr(card, 2), ','), '') as cards, coalesce(max(total), 0)::int as total from (
    select sc.study_count, c.card, count(*) over () as total
    from site_content sc join content c on c.content_id = sc.content_id ${joined} where ${where} order by ${order} limit $8 offset $9) page`;
const count = (where: string, joined = '') =>
  `select count(*)::int as total from site_content sc join content c on c.content_id = sc.content_id ${joined} where ${where}`;

interface PageOfCards {
  cards: string;
  total: number;
}

/** Most lists have no keyword: their statement leaves the search out. */
const listBy = (sort: ContentFilters['sort']) => ({
  all: statement<PageOfCards>(`catalogue_list_${sort}`, page(filters(), sorts[sort])),
  // What only mentions the words comes after what is about them.
  found: statement<PageOfCards>(
    `catalogue_found_${sort}`,
    page(
      filters(found('$10', '$11')),
      sort === 'new' ? `not e.head_form like all ($12::text[]), ${sorts[sort]}` : sorts[sort],
      entries,
    ),
  ),
});
const lists = {
  new: listBy('new'),
  hot: listBy('hot'),
  credit: listBy('credit'),
  price: listBy('price'),
};
const counts = {
  all: statement<{ total: number }>('catalogue_count', count(filters())),
  found: statement<{ total: number }>(
    'catalogue_count_found',
    count(filters(found('$8', '$9')), entries),
  ),
};

/** A page of the catalogue in one statement; the second one is asked only past the last page.
 * `cards` is the JSON text of `ContentCard`s, between commas. */
export async function listCards(
  db: Db,
  siteId: string,
  wanted: ContentFilters,
  now: Date,
  at: number,
  size: number,
): Promise<PageOfCards> {
  const { subject_kind, series, level, post_type, price_kind, keyword, sort } = wanted;
  const isFree = { free: 'Y', paid: 'N', '': '' }[price_kind];
  const asked = wantedOf(keyword);
  if (keyword !== '' && !asked) return { cards: '', total: 0 };
  const which = asked ? 'found' : 'all';
  const words = asked ? [asked.grams, asked.unproven] : [];
  const params = [siteId, now.toISOString(), subject_kind, series, level, post_type, isFree];
  const [row = { cards: '', total: 0 }] = await lists[sort][which](db, [
    ...params,
    size,
    (at - 1) * size,
    ...words,
    ...(asked && sort === 'new' ? [asked.patterns] : []),
  ]);
  if (row.total > 0 || at === 1) return row;
  const [counted] = await counts[which](db, [...params, ...words]);
  return { cards: '', total: counted?.total ?? 0 };
}
