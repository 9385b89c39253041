import type { Db } from '../../platform/database/database.ts';
import { createBatcher } from '../../platform/batching/batcher.ts';
import { addViews, noteReader } from './news.store.ts';
import type { Reader } from './view.rules.ts';

export interface View {
  day: string;
  news_id: string;
  reader: Reader;
}

/** Whether this view adds a reader. A network has as many readers a day as accounts, and one without:
 * the first account takes the place of an earlier view without one. */
async function isNewReader(tx: Db, { day, news_id, reader }: View): Promise<boolean> {
  const isFirst = (name: string) => noteReader(tx, { day, news_id, reader: name });
  if (!reader.account) return isFirst(reader.network);
  if (!(await isFirst(reader.account))) return false;
  const isNewNetwork = await isFirst(reader.network);
  const isNewPlace = await isFirst(reader.place);
  return isNewNetwork || !isNewPlace;
}

/** Counts readers once a day. Concurrent readers are counted in one transaction, because a popular
 * item is a single row. */
export function createViewCounter(db: Db): (view: View) => Promise<boolean> {
  return createBatcher<View, boolean>(
    (views) =>
      db.transaction(async (tx) => {
        const first: boolean[] = [];
        for (const view of views) first.push(await isNewReader(tx, view));
        const counts = new Map<string, number>();
        views.forEach(({ news_id }, index) => {
          if (first[index]) counts.set(news_id, (counts.get(news_id) ?? 0) + 1);
        });
        // In a fixed order to avoid deadlocks.
        for (const [news_id, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
          await addViews(tx, news_id, count);
        return first;
      }),
    { lanes: 1 },
  );
}
