import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { keyFor } from '../../platform/settings/keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Manifest of a backup, written last: a folder without it is incomplete. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  made_at: z.string(),
  /** The newest migration: rows can only be restored into the same version. */
  migration: z.string(),
  /** Identifies the secret that the encrypted numbers need. */
  secret: z.string(),
  /** The same for each additional number key. */
  number_keys: z._default(z.record(z.string(), z.string()), {}),
  tables: z.record(z.string(), z.object({ rows: z.string(), sum: z.string() })),
  files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const fingerprintSecret = (settings: { secret: Buffer }): string =>
  createHash('sha256').update(keyFor(settings, 'backup/fingerprint')).digest('hex').slice(0, 16);

export const numberKeyPrints = ({ numberKeys }: Pick<Settings, 'numberKeys'>) =>
  Object.fromEntries(
    numberKeys.flatMap(({ id, secret }) => (secret ? [[id, fingerprintSecret({ secret })]] : [])),
  );

export async function newestMigration(db: Db): Promise<string> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  return rows[0]?.hash ?? '';
}

export async function readTableNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A locale-independent text format of rows. */
export async function setRowFormat(tx: Db): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO, YMD'", 'extra_float_digits = 1'])
    await tx.execute(sql.raw(`set local ${setting}`));
}

/** Row count, and an order-independent checksum over the hash of each row. */
export async function checksumTable(tx: Db, table: string): Promise<{ rows: string; sum: string }> {
  const { rows } = await tx.execute<{ rows: string; sum: string }>(sql`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
    from ${sql.identifier(table)} t`);
  return rows[0] ?? { rows: '0', sum: '0' };
}
