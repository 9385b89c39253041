import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A card sold outside of the platform. Only the hash of its password is stored. */
export const studyCard = pgTable(
  'study_card',
  {
    card_no: text('card_no').primaryKey(),
    site_id: text('site_id').notNull(),
    password_hash: text('password_hash').notNull(),
    /** `items` enrols in its contents; `money` pays up to its balance. */
    card_type: text('card_type').$type<'items' | 'money'>().notNull(),
    face_fen: integer('face_fen').notNull().default(0),
    left_fen: integer('left_fen').notNull().default(0),
    /** Contents of an `items` card. */
    items: text('items').array().notNull().default([]),
    /** Expiry is not stored: it is computed from `expire_at`. */
    status: text('status')
      .$type<'new' | 'bound' | 'used_up' | 'disabled'>()
      .notNull()
      .default('new'),
    bound_user: text('bound_user'),
    bound_at: timestamptz('bound_at'),
    used_at: timestamptz('used_at'),
    expire_at: timestamptz('expire_at').notNull(),
    batch: text('batch').notNull().default(''),
  },
  (table) => [index('study_card_user').on(table.bound_user)],
);
