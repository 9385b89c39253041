import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/columns.ts';
import { user } from '../identity.tables.ts';

/** `union`: shared by all apps of an owner · `mp`: inside WeChat, by the 公众号 · `web`: by the QR
 * code of the open platform. */
export type WechatIdKind = 'union' | 'mp' | 'web';

/** Bindings of WeChat identities to accounts. WeChat ids are stored as keyed hashes. */
export const wechatIdentity = pgTable(
  'wechat_identity',
  {
    site_id: text('site_id').notNull(),
    id_hash: text('id_hash').notNull(),
    kind: text('kind').$type<WechatIdKind>().notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.id_hash] }),
    unique('wechat_identity_of_user').on(table.user_id, table.kind),
  ],
);

/** A single-use OAuth state of a browser. */
export const wechatState = pgTable(
  'wechat_state',
  {
    hash: text('hash').primaryKey(),
    site_id: text('site_id').notNull(),
    /** The browser that started it. */
    device: text('device').notNull(),
    way: text('way').$type<'mp' | 'web'>().notNull(),
    /** The session that may bind with it; empty: it is for signing in. */
    session_id: text('session_id').notNull().default(''),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [index('wechat_state_end').on(table.expires_at)],
);

/** A single-use ticket for binding an identity that has no account yet. */
export const wechatBinding = pgTable(
  'wechat_binding',
  {
    hash: text('hash').primaryKey(),
    site_id: text('site_id').notNull(),
    device: text('device').notNull(),
    union_hash: text('union_hash').notNull().default(''),
    id_hash: text('id_hash').notNull(),
    way: text('way').$type<'mp' | 'web'>().notNull(),
    /** The session opened in the same browser since, which may bind with it; empty: none yet. */
    session_id: text('session_id').notNull().default(''),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [index('wechat_binding_end').on(table.expires_at)],
);
