import { and, eq, inArray, type InferInsertModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { nameService } from '../../platform/sites/service.rules.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { filterByChoice } from './choice.store.ts';
import { broadcast, message, type NewMessage } from './message.tables.ts';

export type NewBroadcast = InferInsertModel<typeof broadcast>;

export async function insertMessages(db: Db, rows: NewMessage[]): Promise<void> {
  const rowsToInsert = rows.length > 0 ? await filterByChoice(db, rows) : [];
  if (rowsToInsert.length > 0)
    await db.insert(message).values(await nameServices(db, rowsToInsert));
}

/** Messages that send somebody to 客服 name the telephone number of their site. */
async function nameServices(db: Db, rows: NewMessage[]): Promise<NewMessage[]> {
  if (!rows.some(({ text }) => text?.includes('联系客服'))) return rows;
  const sites = new Map((await readSites(db)).map((site) => [site.site_id, site]));
  return rows.map((row) => {
    const site = sites.get(row.site_id);
    return site && row.text ? { ...row, text: nameService(row.text, site) } : row;
  });
}

/** Marks all unread messages of a kind as read for these people. */
export async function markKindRead(
  db: Db,
  userIds: readonly string[],
  kind: NewMessage['kind'],
  now: Date,
): Promise<void> {
  if (userIds.length > 0)
    await db
      .update(message)
      .set({ status: 'read', read_at: now })
      .where(
        and(
          inArray(message.user_id, [...userIds]),
          eq(message.kind, kind),
          eq(message.status, 'unread'),
        ),
      );
}

export async function insertBroadcasts(db: Db, rows: NewBroadcast[]): Promise<void> {
  if (rows.length > 0) await db.insert(broadcast).values(rows);
}

export interface Reader {
  user_id: string;
  site_id: string;
}

/** The count stops here: the display is 99+. */
export const mostUnread = 100;

/** Number of own unread messages and unseen broadcasts per reader, by user_id, at most
 * `mostUnread`; one query for all. */
export async function unreadCounts(
  db: Db,
  readers: readonly Reader[],
  now: Date,
): Promise<Map<string, number>> {
  if (readers.length === 0) return new Map();
  const ids = [readers.map(({ user_id }) => user_id), readers.map(({ site_id }) => site_id)];
  const rows = await readUnread(db, [...ids, now.toISOString()]);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}

const readUnread = statement<{ user_id: string; unread: number }>(
  'message_unread',
  `
  select reader.user_id, least(${mostUnread},
    (select count(*) from (select 1 from message m where m.user_id = reader.user_id and m.status = 'unread'
        limit ${mostUnread}) own)
    + (select count(*) from (select 1 from broadcast b where b.site_id = reader.site_id and b.publish_at <= $3::timestamptz
        and not exists (select 1 from message m where m.user_id = reader.user_id and m.broadcast_id = b.id)
        limit ${mostUnread}) told)
  )::int as unread
  from unnest($1::text[], $2::text[]) as reader(user_id, site_id)`,
);

export async function unreadCount(db: Db, reader: Reader, now: Date): Promise<number> {
  return (await unreadCounts(db, [reader], now)).get(reader.user_id) ?? 0;
}
