import type { ContentFilters } from '@cme/contract';
import type { Db } from '../../../database/database.ts';
import { statement } from '../../../database/statement.ts';
import { wantedOf } from '../../search/grams.rules.ts';
import { type Asked, askedOf } from './facets.rules.ts';
import { offeredText } from './listing.store.ts';

const newest = 'l.publish_at desc nulls last, l.content_id';

/** Each sort is the order of an index of `content_listing`: to the letter, nulls too, or the index
 * is of no use. */
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

/** What a statement is made for: whether a choice and which ranges are asked for, and whether few
 * rows are left. Its parameters come in this order after the first four: site, time, size and
 * offset. */
interface Shape {
  chosen: boolean;
  ranges: readonly string[];
  narrow: boolean;
  byWords: boolean;
  sort: ContentFilters['sort'];
}

const nameOf = ({ chosen, ranges, narrow, byWords, sort }: Shape) =>
  [sort, chosen, narrow, byWords, ...ranges].join('_');

/** Rows that are read in the order of an index for one page, at most: more than that are rather
 * sorted. Fewer with filters: what matches may stand far from where the index begins. */
const mostWalked = { all: 40_000, filtered: 8000 };

const hits = (grams: string, unproven: string, patterns: string) => `
  hit as materialized (select id as content_id, not head_form like all (${patterns}::text[]) as aside from search_entry
    where kind in ('course', 'package', 'class', 'live', 'activity') and sites @> array[$1::text] and grams @> ${grams}::text[] and form like all (${unproven}::text[])),`;

/** The page's cards as JSON between commas, in their order. */
const cards = (page: string) => `
  select string_agg('{"study_count":' || p.study_count || ',' || substr(c.card, 2), ',' order by p.at)
  from (select s.*, row_number() over () as at from (${page}) s) p join content c on c.content_id = p.content_id`;

/** What a page is ordered by. */
const ordered = 'l.content_id, l.study_count, l.place, l.publish_at, l.credits, l.price_fen';

/** Whether the filters leave few rows, as a rule: each choice about half, a range a quarter, a field
 * within a discipline or what is recommended hardly any. */
function isNarrow({ number, ranges }: Asked): boolean {
  const halvings = ranges.map(({ column, from, to }) => {
    if (column === 'place') return 4;
    return column === 'discipline' && to - from < 9999 ? 4 : 2;
  });
  return halvings.reduce((sum, some) => sum + some, number) >= 4;
}

/** Filters that are not chosen do not stand in the statement. Where few rows are left they are
 * gathered in one pass, counted and sorted. Else they are only counted, and the page is read in the
 * order of the index; should few match nevertheless, these are sorted: the index would be walked to
 * its end. Only the half that is needed runs. What most rows fail stands first. */
function textOf({ chosen: byChoice, ranges, narrow, byWords, sort }: Shape): string {
  let at = 4;
  const next = () => `$${(at += 1)}`;
  const choices = byChoice ? next() : undefined;
  const chosen = [
    ...(choices ? [`l.facets & ${choices}::bigint = ${choices}::bigint`] : []),
    ...ranges.map((column) => `l.${column} between ${next()}::int and ${next()}::int`),
  ];
  const where = [...chosen, offeredText].join(' and ');
  const order = orders[sort];
  const ofFit = (sorted: string) =>
    `coalesce((${cards(`select l.content_id, l.study_count from fit l order by ${sorted} limit $3 offset $4`)}), '') as cards`;
  if (byWords) {
    const from = `content_listing l join hit h on h.content_id = l.content_id where ${where}`;
    const byFit = sort === 'best' || sort === 'new' ? `l.aside, ${orders.new}` : order;
    return `with ${hits(next(), next(), next())} fit as materialized (select ${ordered}, h.aside from ${from})
      select (select count(*) from fit)::int as total, ${ofFit(byFit)}`;
  }
  if (narrow)
    return `with fit as materialized (select ${ordered} from content_listing l where ${where})
      select (select count(*) from fit)::int as total, ${ofFit(order)}`;
  const page = (sorted: string) =>
    `select l.content_id, l.study_count from content_listing l where ${where} order by ${sorted} limit $3 offset $4`;
  const unindexed = order.replace(/^l\.\w+/, `$& + ${sort === 'new' ? "interval '0'" : '0'}`);
  return `with counted as materialized (select count(*) filter (where ${chosen.join(' and ') || 'true'}) as total, count(*) as rows from content_listing l where ${offeredText})
    select total::int, coalesce(case when ($3::bigint + $4::bigint) * rows <= ${chosen.length > 0 ? mostWalked.filtered : mostWalked.all} * total then (${cards(page(order))}) else (${cards(page(unindexed))}) end, '') as cards from counted`;
}

type List = ReturnType<typeof statement<PageOfCards>>;
const lists = new Map<string, List>();

function listOf(shape: Shape): List {
  const name = nameOf(shape);
  const known = lists.get(name);
  if (known) return known;
  // A site may have nearly all rows or hardly any: no one plan fits both.
  const made = statement<PageOfCards>(undefined, textOf(shape));
  lists.set(name, made);
  return made;
}

const paramsOf = ({ choices, ranges }: Asked) => [
  ...(choices ? [String(choices)] : []),
  ...ranges.flatMap(({ from, to }) => [from, to]),
];

/** A page of the catalogue and how many the filters leave, in one statement. `cards` is the JSON
 * text of `ContentCard`s, between commas. */
export async function listCards(
  db: Db,
  siteId: string,
  wanted: ContentFilters,
  now: Date,
  at: number,
  size: number,
): Promise<PageOfCards> {
  const words = wantedOf(wanted.keyword);
  if (wanted.keyword !== '' && !words) return { cards: '', total: 0 };
  const asked = askedOf(wanted);
  const list = listOf({
    chosen: asked.choices !== 0n,
    ranges: asked.ranges.map(({ column }) => column),
    narrow: isNarrow(asked),
    byWords: words !== undefined,
    sort: wanted.sort,
  });
  const [row] = await list(db, [
    siteId,
    now.toISOString(),
    size,
    (at - 1) * size,
    ...paramsOf(asked),
    ...(words ? [words.grams, words.unproven, words.patterns] : []),
  ]);
  return row ?? { cards: '', total: 0 };
}
