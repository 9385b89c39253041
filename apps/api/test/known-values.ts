import { sql } from 'drizzle-orm';
import type { Db } from '../src/platform/database/database.ts';

/** Values of ids and codes by column name: the person's own where the rows have an owner. */
export async function readKnownValues(db: Db, userId: string): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ name: string; tab: string; own: boolean }>(sql`
    select column_name as name, table_name as tab, exists (select from information_schema.columns u where u.table_schema = 'public' and u.table_name = c.table_name and u.column_name = 'user_id') as own
    from information_schema.columns c where table_schema = 'public' and data_type = 'text' and column_name ~ '_(id|no|code)$|^(qid|seat)$' and column_name not in ('user_id', 'site_id')`);
  const found = new Map<string, string[]>();
  for (const { name, tab, own } of rows) {
    const { rows: values } = await db.execute<{ value: string }>(sql`
      select distinct ${sql.identifier(name)} as value from ${sql.identifier(tab)} where ${own ? sql`user_id = ${userId}` : sql`true`} and ${sql.identifier(name)} <> '' limit 12`);
    found.set(name, [...(found.get(name) ?? []), ...values.map(({ value }) => value)]);
  }
  return found;
}
