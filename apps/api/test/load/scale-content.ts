import { levels, mostWhole } from '@cme/contract/base';
import type { ContentCard } from '@cme/contract/content';
import { type Discipline, disciplines } from '@cme/contract/disciplines';
import pg from 'pg';
import type { Content } from '../../src/content/catalogue/catalogue.store.ts';
import { toListed } from '../../src/content/catalogue/lists/listing.store.ts';
import { toSearchEntry } from '../../src/content/catalogue/search.rules.ts';
import { toEntryRow } from '../../src/content/search/entry.store.ts';
import { tradeSynonyms } from '../../src/content/search/synonyms.rules.ts';
import { courses } from '@cme/sample/courses';
import { mainSite } from './study.ts';

const batch = 1000;
const day = 86_400_000;

/** Deterministic pseudo-random numbers. */
function chance(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const leaves = (some: readonly Discipline[]): Discipline[] =>
  some.flatMap((item) => (item.parts.length > 0 ? leaves(item.parts) : [item]));
const fields = leaves(disciplines);
const subjects = '护理 诊断 治疗 管理 康复 急救 预防 用药 监测 教学 随访 质量控制'.split(' ');
const forms = '新进展 规范培训 病例讨论 实践 基础 专题研修 适宜技术推广 能力提升'.split(' ');

/** Content number `at`: texts of the sample courses with unique titles. */
function newContent(index: number, now: number): Content {
  const next = chance(index + 1);
  const one = <Value>(list: readonly Value[]) => list[Math.floor(next() * list.length)] as Value;
  const model = one(courses);
  const other = one(courses);
  const field = one(fields);
  const fen = next() < 0.4 ? 0 : Math.floor(next() * 300) * 100;
  const publish_at = new Date(now - Math.floor(next() * 900 * day));
  return {
    ...(model as unknown as Content),
    content_id: `scale-${String(index).padStart(8, '0')}`,
    content_type: next() < 0.08 ? 'P' : 'C',
    title: `${field.name}${one(subjects)}${one(forms)}（${index}）`,
    summary: `${model.summary}${other.summary}`,
    subject_kind: next() < 0.1 ? 'public' : 'pro',
    year: 2023 + Math.floor(next() * 4),
    discipline_code: field.code,
    project_level: one(['国家', '省', '市', '单位']),
    teach_way: one(['video', 'video', 'video', 'live', 'face', 'mixed']),
    credits: Math.round(next() * 800) / 100,
    price_fen: fen,
    is_free: fen === 0 ? 'Y' : 'N',
    levels: levels.filter(() => next() < 0.5).map(({ code }) => code),
    status: 'on',
    publish_at,
    start_at: publish_at,
    end_at: new Date(now + Math.floor((next() - 0.02) * 700 * day)),
  };
}

function newRows(index: number, now: number) {
  const content = newContent(index, now);
  const studied = Math.floor(chance(index + 7)() ** 3 * 50_000);
  const card = {
    ...courses[index % courses.length],
    ...content,
    id: content.content_id,
    price: (content.price_fen / 100).toFixed(2),
    teacher_name: '王芳',
    teacher_unit: '省人民医院',
    section_count: 8,
    detail_html: undefined,
    summary: undefined,
    chapters: undefined,
    study_count: 0,
  } as unknown as ContentCard;
  const recommended = index % 997 === 0;
  const place = { site_id: mainSite, content_id: content.content_id };
  return {
    content: {
      ...content,
      detail_html: '',
      card: JSON.stringify({ ...card, study_count: undefined }),
      search_version: mostWhole,
      sort: undefined,
      recommended: undefined,
    },
    site_content: {
      ...place,
      study_count: studied,
      recommended,
      sort: index,
      shown: true,
      buy_count: 0,
    },
    content_listing: {
      ...toListed(content),
      ...place,
      facets: '0',
      study_count: studied,
      place: recommended ? index : mostWhole,
    },
    search_entry: toEntryRow(
      {
        ...toSearchEntry(content, card),
        sites: [mainSite],
        words: content.tags,
        text: content.summary,
      },
      tradeSynonyms,
    ),
  };
}

type Rows = ReturnType<typeof newRows>;
const tables = ['content', 'site_content', 'content_listing', 'search_entry'] as const;
type Table = (typeof tables)[number];

const indexes = ['search_entry_grams', 'search_entry_title_grams'];

/** Adds this many contents to the main site, in the tables that lists and searches read. */
export async function growCatalogue(url: string, size: number, now = Date.now()): Promise<void> {
  // A connection without the API's statement timeout.
  const client = new pg.Client(url);
  await client.connect();
  await client.query("set maintenance_work_mem = '512MB'");
  await fill(client, size, now);
  await client.end();
}

async function fill(client: pg.Client, size: number, now: number): Promise<void> {
  const { rows: created } = await client.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = any($1)',
    [indexes],
  );
  for (const name of indexes) await client.query(`drop index ${name}`);
  const columns = await readColumns(client);
  // Generates the next rows while the database writes.
  let writing = Promise.resolve();
  for (let from = 0; from < size; from += batch) {
    const some = Array.from({ length: Math.min(batch, size - from) }, (_, index) =>
      newRows(from + index, now),
    );
    const inserts = tables.map((table) => toInsert(table, columns[table], some));
    await writing;
    writing = inAll(client, inserts);
  }
  await writing;
  for (const { indexdef } of created) await client.query(indexdef);
  await client.query('delete from site_tally');
  await client.query('vacuum analyze');
  // Otherwise the server writes the new rows out while requests are measured.
  await client.query('checkpoint');
}

interface Insert {
  text: string;
  values: [string];
}

async function inAll(client: pg.Client, inserts: readonly Insert[]): Promise<void> {
  for (const insert of inserts) await client.query(insert);
}

/** Inserts many rows in one statement; missing columns get their defaults. */
function toInsert(table: Table, columns: readonly string[], options: readonly Rows[]): Insert {
  const rows = options.map((row): Record<string, unknown> => row[table]);
  const given = columns.filter((name) => rows[0]?.[name] !== undefined);
  const names = given.join(', ');
  const values = rows.map((row) => Object.fromEntries(given.map((name) => [name, row[name]])));
  return {
    text: `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(values)],
  };
}

async function readColumns(client: pg.Client): Promise<Record<Table, string[]>> {
  const { rows } = await client.query<{ table: Table; name: string }>(
    `select table_name as "table", column_name as name from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
    [tables],
  );
  return Object.fromEntries(
    tables.map((table) => [
      table,
      rows.filter((row) => row.table === table).map(({ name }) => name),
    ]),
  ) as Record<Table, string[]>;
}
