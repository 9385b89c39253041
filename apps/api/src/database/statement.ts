import type { Db } from './database.ts';

/** A statement written by hand for a hot path: each connection parses and plans it once, under
 * its name. Parameters are $1, $2, … One name stands for one text, always. Without a name it is
 * planned for its parameters each time: where the best way depends on them. */
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

/** A moment as milliseconds, inside such a statement. */
export const inMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
/** The reverse. */
export const fromMs = (value: string) => `to_timestamp(${value} / 1000.0)`;
