import { ContentFilters } from '@cme/contract/content';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { listCards } from '../../src/content/catalogue/lists/card-list.store.ts';
import { growCatalogue } from './scale-content.ts';
import { mainSite, openStudy } from './study.ts';

// An API without the list cache on a catalogue of `BENCH_CONTENTS` contents; reports its port, and
// displayed counts that differ from exact ones.

const { beside } = await openStudy(process.env);
const context = beside({ listCacheMs: 0 });
const { db } = context;
await growCatalogue(
  context.settings.databaseUrl ?? '',
  Number(process.env['BENCH_CONTENTS'] ?? 100),
);

/** The meaning of the filters, reimplemented slowly on the contents. Activities are excluded from
 * lists. */
const meaning: [Partial<ContentFilters>, string][] = [
  [{}, 'true'],
  [{ subject_kind: 'pro' }, `c.subject_kind = 'pro'`],
  [{ subject_kind: 'public', price_kind: 'free' }, `c.subject_kind = 'public' and c.is_free = 'Y'`],
  [{ series: '04' }, `(cardinality(c.series_codes) = 0 or '04' = any(c.series_codes))`],
  [
    { level: 'C', price_kind: 'paid' },
    `(cardinality(c.levels) = 0 or 'C' = any(c.levels)) and c.is_free = 'N'`,
  ],
  [
    { post_type: 'M', year: '2025' },
    `(cardinality(c.post_types) = 0 or 'M' = any(c.post_types)) and c.year = 2025`,
  ],
  [{ discipline: '03' }, `c.discipline_code like '03%'`],
  [{ discipline: '0301' }, `c.discipline_code like '0301%'`],
  [{ discipline: '030101' }, `c.discipline_code = '030101'`],
  [
    { project_level: '国家', teach_way: 'live' },
    `c.project_level = '国家' and c.teach_way = 'live'`,
  ],
  [{ credits: '1-3' }, `c.credits >= 1 and c.credits < 3`],
  [{ credits: '5-', content_type: 'P' }, `c.credits >= 5 and c.content_type = 'P'`],
  [{ keyword: '护理 管理' }, `e.form like '%护理%' and e.form like '%管理%'`],
  [
    { keyword: '高血压', level: 'A' },
    `e.form like '%高血压%' and (cardinality(c.levels) = 0 or 'A' = any(c.levels))`,
  ],
];

// Exact counts may exceed the API's statement timeout.
const plain = new pg.Client(context.settings.databaseUrl);
await plain.connect();
const wrong: string[] = [];
for (const [filters, where] of meaning) {
  const now = new Date();
  const { total } = await listCards(
    db,
    mainSite,
    { filters: ContentFilters.parse(filters), page: 1, size: 24 },
    now,
  );
  const { rows } = await plain.query<{ n: number }>(
    `select count(*)::int as n from site_content s join content c using (content_id)
        left join search_entry e on e.id = c.content_id and e.kind in ('course', 'package', 'class', 'live')
      where s.site_id = $1 and s.shown and c.status = 'on' and c.end_at > $2
        and c.content_type not in ('A', 'Z', 'Y') and ${where}`,
    [mainSite, now.toISOString()],
  );
  if (rows[0]?.n !== total) wrong.push(`${JSON.stringify(filters)} ${total}, not ${rows[0]?.n}`);
}
await plain.end();

const app = await buildApp(context);
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
process.send?.({ port, compared: meaning.length, wrong });
process.on('disconnect', () => process.exit(0));
