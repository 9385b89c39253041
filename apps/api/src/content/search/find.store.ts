import type { SearchFilters, SearchKind } from '@cme/contract/content';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { ShownEntry } from './entry.rules.ts';
import { nameFilters } from './facets.rules.ts';
import type { SearchQuery } from './grams.rules.ts';

interface FoundEntry {
  kind: SearchKind;
  id: string;
  title: string;
  text: string;
  shown: ShownEntry;
  publish_ms: number;
}
export interface Found {
  counts: Partial<Record<SearchKind, number>>;
  entries: FoundEntry[];
}

const mostFacets = 5;

/** Weights of exact titles, titles, people and tags, texts. */
const rank = `case when title_form = any ($6::text[]) then 0
  when title_form like all ($5::text[]) and split_part(sounds, E'\\n', 1) like all ($15::text[]) then 1
  when head_form like all ($5::text[]) then 2 else 3 end`;
/** One condition for each filter of the search; null where it is not set. */
const facetConditions = Array.from(
  { length: mostFacets },
  (_, index) => `and ($${10 + index}::text[] is null or facets && $${10 + index}::text[])`,
).join(' ');
const orders = {
  best: 'rank, weight desc, publish_at desc, id',
  new: 'publish_at desc, id',
};

/** All matches are counted by kind; texts are read for one page only. */
const find = (order: keyof typeof orders) =>
  statement<{ counts: Found['counts'] | null; entries: FoundEntry[] | null }>(
    `search_${order}`,
    `with hit as materialized (
      select kind, id, weight, publish_at, ${rank} as rank from search_entry
      where sites @> array[$1::text] and grams @> $3::text[] and form like all ($4::text[]) and sounds like all ($16::text[])
        and publish_at <= $2::timestamptz and (end_at is null or end_at > $2::timestamptz) ${facetConditions})
    select (select json_object_agg(kind, n) from (select kind, count(*) as n from hit group by kind) k) as counts,
      (select json_agg(json_build_object('kind', e.kind, 'id', e.id, 'title', e.title, 'text', e.text, 'shown', e.shown,
          'publish_ms', (extract(epoch from e.publish_at) * 1000)::float8) order by p.at)
        from (select s.*, row_number() over () as at from (
          select kind, id from hit where $7 = '' or kind = $7 order by ${orders[order]} limit $8 offset $9) s) p
        join search_entry e on e.kind = p.kind and e.id = p.id) as entries`,
  );
const finds = { best: find('best'), new: find('new') };

function toFacetParams(filters: SearchFilters): (string[] | null)[] {
  const names = nameFilters(filters);
  return Array.from({ length: mostFacets }, (_, index) => names[index] ?? null);
}

interface EntryPage {
  search: SearchQuery;
  filters: SearchFilters;
  page: number;
  size: number;
}

/** A page of matches on the site, and counts by kind. */
export async function findEntries(
  db: Db,
  siteId: string,
  { search, filters, page, size }: EntryPage,
  now: Date,
): Promise<Found> {
  const [row] = await finds[filters.sort === 'new' ? 'new' : 'best'](db, [
    siteId,
    now.toISOString(),
    search.grams,
    search.unproven,
    search.patterns,
    search.titles,
    filters.type,
    size,
    (page - 1) * size,
    ...toFacetParams(filters),
    search.soundPatterns,
    search.unprovenSounds,
  ]);
  return { counts: row?.counts ?? {}, entries: row?.entries ?? [] };
}

/** Titles that contain these words; prefix matches first. */
export async function suggestTitles(
  db: Db,
  siteId: string,
  { search, size }: { search: SearchQuery; size: number },
  now: Date,
): Promise<{ text: string; kind: string }[]> {
  const { rows } = await db.execute<{ text: string; kind: string }>(sql`
    select title as text, min(kind) as kind from search_entry
    where sites @> array[${siteId}::text] and title_grams @> ${sql.param(search.grams)}::text[] and title_form like all (${sql.param(search.unproven)}::text[])
      and sounds like all (${sql.param(search.unprovenSounds)}::text[])
      and publish_at <= ${now.toISOString()} and (end_at is null or end_at > ${now.toISOString()})
    group by title order by bool_or(starts_with(title_form, ${search.titles.at(-1) ?? ''}) or starts_with(sounds, ${search.titles.at(-1) ?? ''})) desc, max(weight) desc, max(publish_at) desc, title limit ${size}`);
  return rows;
}

const mostCounted = 1000;

/** Number of matches that the site shows now, up to a bound. */
export async function countMatches(
  db: Db,
  siteId: string,
  search: SearchQuery,
  { now, most = mostCounted }: { now: Date; most?: number },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from search_entry where sites @> array[${siteId}::text] and grams @> ${sql.param(search.grams)}::text[]
      and form like all (${sql.param(search.unproven)}::text[]) and sounds like all (${sql.param(search.unprovenSounds)}::text[])
      and publish_at <= ${now.toISOString()} and (end_at is null or end_at > ${now.toISOString()}) limit ${most}) m`);
  return rows[0]?.count ?? 0;
}
