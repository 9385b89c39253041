import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/** A row of the cart. Its state is evaluated on read. */
export const cartItem = pgTable(
  'cart_item',
  {
    cart_id: text('cart_id').primaryKey(),
    user_id: text('user_id').notNull(),
    content_type: text('content_type').notNull(),
    content_id: text('content_id').notNull(),
    price_fen_at_add: integer('price_fen_at_add').notNull(),
    added_at: timestamptz('added_at').notNull(),
  },
  (table) => [
    unique('cart_item_once').on(table.user_id, table.content_id),
    index('cart_item_user').on(table.user_id, table.added_at),
  ],
);
