import type { Db } from './database.ts';

/** A hand-written statement for a hot path: each connection parses and plans it once under its
 * name. Parameters are $1, $2, … A name always stands for the same text. Without a name it is
 * planned with its parameters each time, for queries whose best plan depends on them. */
export function statement<Row>(
  name: string | undefined,
  text: string,
): (db: Db, params: unknown[]) => Promise<Row[]> {
  return async (db, params) => {
    const query = db._.session.prepareQuery<{
      execute: { rows: Row[] };
      all: never;
      values: never;
    }>({ sql: text, params }, undefined, name, false);
    return (await query.execute()).rows;
  };
}

/** A timestamp as milliseconds in such a statement. */
export const toMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
/** Milliseconds as a timestamp. */
export const fromMs = (value: string) => `to_timestamp(${value} / 1000.0)`;
