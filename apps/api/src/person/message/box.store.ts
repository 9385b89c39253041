import type { MessageKind, MessageTab } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { toMs } from '../../platform/database/statement.ts';
import type { Reader } from './message.store.ts';

export interface BoxRow {
  message_id: string;
  kind: MessageKind;
  title: string;
  text: string;
  link_type: string;
  link_id: string;
  status: 'unread' | 'read';
  created_ms: number;
}

/** The inbox of a reader: own messages and the site's broadcasts, with or without a row of the
 * reader. A broadcast keeps its id in both cases, so that reading does not change it. */
const selectBox = ({ user_id, site_id }: Reader, now: Date) => sql`(
  select coalesce(m.broadcast_id, m.id) as message_id, m.kind, m.title, m.text, m.link_type, m.link_id, m.status, m.created_at
    from message m where m.user_id = ${user_id} and m.status in ('unread', 'read')
  union all
  select b.id, b.kind, b.title, b.text, b.link_type, b.link_id, 'unread', b.publish_at
    from broadcast b where b.site_id = ${site_id} and b.publish_at <= ${now.toISOString()}::timestamptz
      and not exists (select 1 from message m where m.user_id = ${user_id} and m.broadcast_id = b.id)
) as box`;

const isInTab = (tab: MessageTab) => {
  if (tab === 'all') return sql`true`;
  return tab === 'unread' ? sql`box.status = 'unread'` : sql`box.kind = ${tab}`;
};

export async function readBox(
  db: Db,
  reader: Reader,
  { tab, page, size }: { tab: MessageTab; page: number; size: number },
  now: Date,
): Promise<BoxRow[]> {
  const { rows } = await db.execute<BoxRow & Record<string, unknown>>(sql`
    select message_id, kind, title, text, link_type, link_id, status, ${sql.raw(toMs('created_at'))} as created_ms
    from ${selectBox(reader, now)} where ${isInTab(tab)}
    order by created_at desc, message_id desc limit ${size} offset ${(page - 1) * size}`);
  return rows;
}

/** Totals and unread counts by kind. */
export async function countBox(
  db: Db,
  reader: Reader,
  now: Date,
): Promise<{ kind: MessageKind; all: number; unread: number }[]> {
  const { rows } = await db.execute<{ kind: MessageKind; all: number; unread: number }>(sql`
    select kind, count(*)::int as all, (count(*) filter (where status = 'unread'))::int as unread
    from ${selectBox(reader, now)} group by kind`);
  return rows;
}

export type Mark = 'read' | 'deleted' | 'restored';

/** Effect of a mark on an existing message: reading does not restore a deleted one. */
const marks: Record<Mark, { status: string; from: string[] }> = {
  read: { status: 'read', from: ['unread'] },
  deleted: { status: 'deleted', from: ['unread', 'read'] },
  restored: { status: 'read', from: ['deleted'] },
};

const joinValues = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Marks one of the reader's messages; false if they have none with this id. A broadcast gets its
 * row here, once, under concurrent calls. */
export async function markMessage(
  db: Db,
  reader: Reader,
  messageId: string,
  mark: Mark,
  now: Date,
): Promise<boolean> {
  const nowText = now.toISOString();
  const { status, from } = marks[mark];
  const { rows } = await db.execute<{ found: number }>(sql`
    with own as (select id from message where user_id = ${reader.user_id}
        and ((id = ${messageId} and broadcast_id is null) or broadcast_id = ${messageId})),
    told as (select * from broadcast where id = ${messageId} and site_id = ${reader.site_id}
        and publish_at <= ${nowText}::timestamptz),
    changed as (update message set status = ${status}, read_at = coalesce(read_at, ${nowText}::timestamptz)
        where id in (select id from own) and status in (${joinValues(from)}) returning id),
    added as (insert into message (id, site_id, user_id, broadcast_id, kind, title, text, link_type, link_id, status, created_at, read_at)
        select ${ulid(now.getTime())}, site_id, ${reader.user_id}, id, kind, title, text, link_type, link_id, ${status}, publish_at, ${nowText}::timestamptz
        from told where not exists (select 1 from own)
        on conflict on constraint message_once do update set status = excluded.status
        where message.status in (${joinValues(from)}) returning id)
    select ((select count(*) from own) + (select count(*) from told))::int as found`);
  return (rows[0]?.found ?? 0) > 0;
}

/** Marks everything in the inbox as read. Several devices may do so concurrently: rows are locked
 * in one order, and a deadlock is retried. Conflicting inserts of a broadcast's row are ignored
 * for both of its unique keys. */
export async function markAllRead(
  db: Db,
  reader: Reader,
  kind: MessageKind | undefined,
  now: Date,
): Promise<void> {
  const nowText = now.toISOString();
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  await db.transaction((tx) =>
    tx.execute(sql`
    with own as materialized (
        select id from message where user_id = ${reader.user_id} and status = 'unread' and ${ofKind} order by id for update),
      added as (insert into message (id, site_id, user_id, broadcast_id, kind, title, text, link_type, link_id, status, created_at, read_at)
        select ${reader.user_id} || '/' || b.id, b.site_id, ${reader.user_id}, b.id, b.kind, b.title, b.text, b.link_type, b.link_id, 'read', b.publish_at, ${nowText}::timestamptz
        from broadcast b where b.site_id = ${reader.site_id} and b.publish_at <= ${nowText}::timestamptz and ${ofKind}
        order by b.id
        on conflict do nothing)
    update message set status = 'read', read_at = ${nowText}::timestamptz from own where message.id = own.id`),
  );
}
