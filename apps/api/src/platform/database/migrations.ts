import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { SchemaMismatchError } from './database.ts';
import { classifyMigrations, type MigrationKind } from './migration.rules.ts';

interface Applied {
  hash: string;
  /** Milliseconds; drivers return text or number. */
  created_at: string | number | null;
}
interface RecordedMigration extends Applied {
  tag: string;
  kind: MigrationKind;
}
/** A database as its operator knows it. */
interface Place {
  name: string;
  /** How to start over without what it holds. */
  startOver: string;
}
interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const isSame = (item: Applied) => (other: Applied) =>
  item.hash === other.hash && String(item.created_at) === String(other.created_at);

/** The migrations of a folder in order with their kinds. */
export function readMigrations(folder: string): RecordedMigration[] {
  const files = readMigrationFiles({ migrationsFolder: folder });
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const kinds = classifyMigrations(files.map(({ sql }) => sql));
  return files.map(({ hash, folderMillis }, index) => ({
    hash,
    created_at: folderMillis,
    tag: entries[index]?.tag ?? '',
    kind: kinds[index] ?? 'contract',
  }));
}

/** Migrates a database to this version with `migrate`. A database with newer additive migrations is
 * left unchanged, and their names are returned. Any other difference throws `SchemaMismatchError` before
 * anything is changed. */
export async function migrateUnlessAhead(
  client: Client,
  { name, startOver }: Place,
  folder: string,
  migrate: () => Promise<void>,
): Promise<string[]> {
  const ownMigrations = readMigrations(folder);
  const applied = await readMigrationRows<Applied>(client, '__drizzle_migrations');
  const unknown = applied.filter((row) => !ownMigrations.some(isSame(row)));
  if (unknown.length === 0) {
    await note(client, ownMigrations);
    await migrate();
    return [];
  }
  if (Number(applied[0]?.created_at) < Number(ownMigrations[0]?.created_at))
    throw new SchemaMismatchError(
      `${name} was made before the baseline of the migrations, and cannot be migrated; ${startOver}`,
    );
  const last = Number(ownMigrations.at(-1)?.created_at ?? 0);
  const isAhead =
    ownMigrations.every((migration) => applied.some(isSame(migration))) &&
    unknown.every(({ created_at }) => Number(created_at) > last);
  const noted = await readMigrationRows<RecordedMigration>(client, 'migration_kind');
  const newer = unknown.map((row) => noted.find(isSame(row)));
  if (!isAhead || newer.some((row) => row === undefined))
    throw new SchemaMismatchError(
      `${name} was made by another version of this program, and its tables do not fit this one; start the version that made it`,
    );
  const breaking = newer.flatMap((row) => (row && row.kind !== 'additive' ? [row.tag] : []));
  if (breaking.length > 0)
    throw new SchemaMismatchError(
      `${name} was changed by a newer version of this program in a way that this one cannot work with (${breaking.join(', ')}); start that version or a later one`,
    );
  return newer.flatMap((row) => row?.tag ?? []);
}

async function readMigrationRows<Row extends Applied>(
  client: Client,
  table: string,
): Promise<Row[]> {
  const {
    rows: [row],
  } = await client.query(`select to_regclass('drizzle.${table}') is not null as made`);
  if (!(row as { made: boolean } | undefined)?.made) return [];
  return (await client.query(`select * from drizzle.${table} order by created_at`)).rows as Row[];
}

/** Before the schema changes, so that no older API finds a migration without a kind. */
async function note(client: Client, migrations: readonly RecordedMigration[]): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.migration_kind (created_at bigint not null, hash text not null, tag text not null, kind text not null, primary key (created_at, hash))',
  );
  await client.query(
    `insert into drizzle.migration_kind (created_at, hash, tag, kind)
    select created_at, hash, tag, kind
    from jsonb_to_recordset($1::jsonb) as m (created_at bigint, hash text, tag text, kind text)
    on conflict (created_at, hash) do update set tag = excluded.tag, kind = excluded.kind`,
    [JSON.stringify(migrations)],
  );
}
