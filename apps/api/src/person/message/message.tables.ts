import type { MessageKind, MessageLink } from '@cme/contract/person';
import type { InferInsertModel } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A message to everybody on a site. A reader has no row until they read or delete it. */
export const broadcast = pgTable(
  'broadcast',
  {
    id: text().primaryKey(),
    site_id: text().notNull(),
    kind: text().$type<MessageKind>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    link_type: text().$type<MessageLink | ''>().notNull().default(''),
    link_id: text().notNull().default(''),
    publish_at: timestamptz('publish_at').notNull(),
  },
  (table) => [index('broadcast_of_site').on(table.site_id, table.publish_at)],
);

/** A personal message, or a reader's row of a broadcast. */
export const message = pgTable(
  'message',
  {
    id: text().primaryKey(),
    site_id: text().notNull(),
    user_id: text().notNull(),
    broadcast_id: text().references(() => broadcast.id),
    kind: text().$type<MessageKind>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    link_type: text().$type<MessageLink | ''>().notNull().default(''),
    link_id: text().notNull().default(''),
    status: text().$type<'unread' | 'read' | 'deleted'>().notNull().default('unread'),
    created_at: timestamptz('created_at').notNull(),
    read_at: timestamptz('read_at'),
  },
  (table) => [
    unique('message_once').on(table.user_id, table.broadcast_id),
    index('message_of_user').on(table.user_id, table.status, table.created_at),
  ],
);

/** Notification preference by kind; without a row all channels are on. */
export const messageChoice = pgTable(
  'message_choice',
  {
    user_id: text().notNull(),
    kind: text().$type<MessageKind>().notNull(),
    /** N: never sent. */
    box: text().$type<'Y' | 'N'>().notNull(),
    /** N: sent, but not counted as unread. */
    badge: text().$type<'Y' | 'N'>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.kind] })],
);

export type NewMessage = InferInsertModel<typeof message>;
