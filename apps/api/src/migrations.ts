import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder, OtherTables } from './database.ts';

interface Applied {
  hash: string;
  /** Milliseconds; drivers answer it as text or number. */
  created_at: string | number | null;
}
interface Asked {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** Throws when the tables of a database were not made by these migrations: going on would fail in the middle of them. */
export async function refuseOtherTables(client: Asked, where: string): Promise<void> {
  const { rows: [found] } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as made`);
  if (!(found as { made: boolean } | undefined)?.made) return;
  const { rows } = await client.query('select hash, created_at from drizzle.__drizzle_migrations');
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash, folderMillis }) => `${hash} ${folderMillis}`));
  if (!(rows as Applied[]).every(({ hash, created_at }) => known.has(`${hash} ${created_at}`))) throw new OtherTables(where);
}
