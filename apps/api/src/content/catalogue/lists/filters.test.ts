import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { levels, mostWhole, postTypes, series } from '@cme/contract/base';
import { ContentFilters, creditRanges } from '@cme/contract/content';
import { type Discipline, disciplines } from '@cme/contract/disciplines';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { testSites } from '../../../../test/sites.ts';
import { migrationsFolder } from '../../../platform/database/database.ts';
import { listCards } from './card-list.store.ts';
import { choiceBits, type Facet } from './facets.rules.ts';
import { contentListing } from '../listing.tables.ts';
import { content, siteContent } from '../catalogue.tables.ts';
import { writeListing } from './listing.store.ts';

const number = 200;
const facets = Object.keys(choiceBits) as Facet[];
const day = 86_400_000;
const site = testSites[0]?.site_id ?? '';
const elsewhere = testSites[1]?.site_id ?? '';

type Content = typeof content.$inferSelect;
interface Offered extends Content {
  study_count: number;
  place: number;
}

const api = await startApiForFile();
const offered: Offered[] = [];

const codes = (options: readonly { code: string }[]) => options.map(({ code }) => code);
const some = (options: readonly { code: string }[]) =>
  fc.oneof(fc.constant<string[]>([]), fc.subarray(codes(options)));
const leaves = (all: readonly Discipline[]): string[] =>
  all.flatMap(({ code, parts }) => (parts.length > 0 ? leaves(parts) : [code]));
const choices = {
  project_level: ['国家', '省', '市', '单位'],
  teach_way: ['video', 'live', 'face', 'mixed'],
  content_type: ['C', 'P', 'X', 'L'],
  subject_kind: ['public', 'pro'],
};
// Disciplines, some of them siblings, so that each level of the tree has several contents.
const fields = leaves(disciplines).slice(0, 12);

const anyContent = fc.record({
  content_type: fc.constantFrom(...choices.content_type, 'R'),
  subject_kind: fc.constantFrom(...choices.subject_kind),
  project_level: fc.constantFrom(...choices.project_level),
  teach_way: fc.constantFrom(...choices.teach_way),
  series_codes: some(series),
  levels: some(levels),
  post_types: some(postTypes),
  discipline_code: fc.constantFrom('', ...fields),
  year: fc.integer({ min: 2023, max: 2026 }),
  credits: fc.constantFrom(0, 0.99, 1, 2.5, 3, 4.99, 5, 8),
  price_fen: fc.constantFrom(0, 0, 990, 29_800),
  ends: fc.integer({ min: -1, max: 9 }),
  published: fc.integer({ min: -2, max: 20 }),
  study_count: fc.integer({ min: 0, max: 30 }),
  recommended: fc.boolean(),
  site_id: fc.constantFrom(site, site, site, elsewhere),
});

beforeAll(async () => {
  const created = fc.sample(anyContent, { numRuns: number, seed: 11 });
  const now = api.clock.now().getTime();
  for (const [
    index,
    { ends, published, study_count, recommended, site_id, ...row },
  ] of created.entries()) {
    const content_id = `filters-${String(index).padStart(4, '0')}`;
    const publish_at = new Date(now - published * day);
    const [stored] = await api.db
      .insert(content)
      .values({
        ...row,
        content_id,
        title: content_id,
        is_free: row.price_fen === 0 ? 'Y' : 'N',
        status: 'on',
        start_at: publish_at,
        publish_at,
        end_at: new Date(now + ends * day),
        card: JSON.stringify({ id: content_id }),
      })
      .returning();
    if (!stored) throw new Error('not stored');
    await api.db
      .insert(siteContent)
      .values({ site_id, content_id, study_count, recommended, sort: index });
    await writeListing(api.db, stored);
    if (site_id === site && ends > 0 && published >= 0)
      offered.push({ ...stored, study_count, place: recommended ? index : mostWhole });
  }
});

/** The meaning of a filter, reimplemented without the database. */
function meets(item: Offered, wanted: ContentFilters): boolean {
  // An empty list means no restriction; nobody is in the scope of an unknown profession.
  const open = (code: string, list: readonly string[], options: readonly { code: string }[]) =>
    code === '' || (list.length > 0 ? list : codes(options)).includes(code);
  const is = (value: string, to: string) => value === '' || value === to;
  const [from, below] = wanted.credits ? creditRanges[wanted.credits] : [0, Infinity];
  return (
    is(wanted.subject_kind, item.subject_kind) &&
    open(wanted.series, item.series_codes, series) &&
    open(wanted.level, item.levels, levels) &&
    open(wanted.post_type, item.post_types, postTypes) &&
    is(wanted.price_kind, item.is_free === 'Y' ? 'free' : 'paid') &&
    item.discipline_code.startsWith(wanted.discipline) &&
    is(wanted.project_level, item.project_level) &&
    is(wanted.teach_way, item.teach_way) &&
    is(wanted.year, String(item.year)) &&
    item.credits >= from &&
    item.credits < below &&
    is(wanted.content_type, item.content_type === 'R' ? 'L' : item.content_type) &&
    (wanted.recommended === '' || item.place < mostWhole)
  );
}

const newest = (a: Offered, b: Offered) =>
  b.publish_at.getTime() - a.publish_at.getTime() || (a.content_id < b.content_id ? -1 : 1);
const orders: Record<ContentFilters['sort'], (a: Offered, b: Offered) => number> = {
  best: (a, b) => a.place - b.place || newest(a, b),
  new: newest,
  hot: (a, b) => b.study_count - a.study_count || (a.content_id < b.content_id ? -1 : 1),
  credit: (a, b) => b.credits - a.credits || newest(a, b),
  price: (a, b) => a.price_fen - b.price_fen || newest(a, b),
};

async function check(wanted: ContentFilters, page: number, size: number): Promise<void> {
  const { cards, total } = await listCards(
    api.db,
    site,
    { filters: wanted, page, size },
    api.clock.now(),
  );
  const all = offered.filter((item) => meets(item, wanted)).toSorted(orders[wanted.sort]);
  const shown = (JSON.parse(`[${cards}]`) as { id: string; study_count: number }[]).map(
    ({ id, study_count }) => `${id} ${study_count}`,
  );
  expect(total, JSON.stringify(wanted)).toBe(all.length);
  expect(shown, JSON.stringify(wanted)).toEqual(
    all
      .slice((page - 1) * size, page * size)
      .map(({ content_id, study_count }) => `${content_id} ${study_count}`),
  );
}

const values: Record<string, readonly string[]> = {
  ...choices,
  series: [...codes(series), '99'],
  level: codes(levels),
  post_type: codes(postTypes),
  price_kind: ['free', 'paid'],
  discipline: [...fields.flatMap((code) => [code, code.slice(0, 4), code.slice(0, 2)]), '99'],
  year: ['2023', '2024', '2025', '2026', '2027'],
  credits: Object.keys(creditRanges),
  recommended: ['Y'],
};

it('counts and sorts correctly for each single filter', async () => {
  const each = Object.entries(values).flatMap(([name, list]) =>
    [...new Set(list)].map((value) => ({ [name]: value })),
  );
  for (const filters of [{}, ...each]) await check(ContentFilters.parse(filters), 1, 5);
});

it('counts and sorts correctly for combined filters on every page', async () => {
  const filters = fc.record(
    Object.fromEntries(
      Object.entries(values).map(([name, list]) => [name, fc.constantFrom('', '', ...list)]),
    ),
    { requiredKeys: [] },
  );
  const sort = fc.constantFrom<ContentFilters['sort']>('best', 'new', 'hot', 'credit', 'price');
  const two = fc
    .tuple(fc.subarray(Object.keys(values), { minLength: 1, maxLength: 3 }), filters)
    .map(([names, all]) => Object.fromEntries(names.map((name) => [name, all[name] ?? ''])));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(two, filters),
      sort,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1, 5, 100),
      async (chosen, order, page, size) => {
        await check(ContentFilters.parse({ ...chosen, sort: order }), page, size);
      },
    ),
    { numRuns: 250 },
  );
});

const readMasks = async () =>
  new Map(
    (await api.db.select().from(contentListing)).map((row) => [
      row.content_id,
      facets.map((facet) => row[facet]),
    ]),
  );

it('fills the rows of an earlier version with the same bits as it writes today', async () => {
  const written = await readMasks();
  const statements = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) =>
      readFileSync(join(migrationsFolder, name), 'utf8').split('--> statement-breakpoint'),
    );
  const fill = statements.find((text) => text.includes('update "content_listing" l set'));
  const nothing = Object.fromEntries(facets.map((facet) => [facet, 0]));
  await api.db.update(contentListing).set(nothing);
  await api.db.execute(sql.raw(fill ?? ''));
  expect(written.size).toBe(number);
  expect(await readMasks()).toEqual(written);
});

it('has a bit for each choice, once, that its column can hold', () => {
  const combineBits = (facet: Facet) => choiceBits[facet] as Record<string, number>;
  expect(Object.keys(combineBits('series')).toSorted()).toEqual(codes(series).toSorted());
  expect(Object.keys(combineBits('level'))).toEqual(codes(levels));
  expect(Object.keys(combineBits('post_type'))).toEqual(codes(postTypes));
  for (const facet of facets) {
    const bits = Object.values(combineBits(facet));
    expect(new Set(bits).size, facet).toBe(bits.length);
    expect(Math.max(...bits), facet).toBeLessThanOrEqual(facet === 'series' ? 52 : 30);
  }
});

it('finds the rows of before when a level is added in the middle of the list', async () => {
  const found = (level: string) =>
    listCards(
      api.db,
      site,
      { filters: { ...ContentFilters.parse({}), level } as ContentFilters, page: 1, size: number },
      api.clock.now(),
    );
  const before = await Promise.all(codes(levels).map(found));
  const options = levels as unknown as { code: string; name: string }[];
  const bits = choiceBits.level as Record<string, number>;
  expect((await found('N')).total).toBe(0);
  const others = codes(options);
  options.splice(1, 0, { code: 'N', name: '见习' });
  bits['N'] = 4;
  try {
    expect(await Promise.all(others.map(found))).toEqual(before);
    const forEverybody = offered.filter(({ levels: restricted }) => restricted.length === 0);
    expect(forEverybody.length).toBeGreaterThan(0);
    expect((await found('N')).total).toBe(forEverybody.length);
  } finally {
    options.splice(1, 1);
    delete bits['N'];
  }
});
