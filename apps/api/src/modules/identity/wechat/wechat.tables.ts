import { index, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { user } from '../identity.tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** `union`: the same for all apps of one owner · `mp`: inside of WeChat, by the 公众号 · `web`: by
 * the QR page of the open platform. */
export type WechatIdKind = 'union' | 'mp' | 'web';

/** Which WeChat identity opens which account. WeChat's ids are kept as keyed hashes. */
export const wechatIdentity = pgTable(
  'wechat_identity',
  {
    site_id: text('site_id').notNull(),
    id_hash: text('id_hash').notNull(),
    kind: text('kind').$type<WechatIdKind>().notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.user_id),
    created_at: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.id_hash] }),
    unique('wechat_identity_of_user').on(table.user_id, table.kind),
  ],
);

/** A browser's way to WeChat and back, good for one use. */
export const wechatState = pgTable(
  'wechat_state',
  {
    hash: text('hash').primaryKey(),
    site_id: text('site_id').notNull(),
    /** The browser that asked. */
    device: text('device').notNull(),
    way: text('way').$type<'mp' | 'web'>().notNull(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [index('wechat_state_end').on(table.expires_at)],
);

/** WeChat has said who somebody is and no account is theirs yet: good for binding one, once. */
export const wechatBinding = pgTable(
  'wechat_binding',
  {
    hash: text('hash').primaryKey(),
    site_id: text('site_id').notNull(),
    device: text('device').notNull(),
    union_hash: text('union_hash').notNull().default(''),
    id_hash: text('id_hash').notNull(),
    way: text('way').$type<'mp' | 'web'>().notNull(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [index('wechat_binding_end').on(table.expires_at)],
);
