import { index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';

/** A row of the cart. Its state is evaluated on read. */
export const cartItem = pgTable(
  'cart_item',
  {
    cart_id: text('cart_id').primaryKey(),
    user_id: text('user_id').notNull(),
    content_type: text('content_type').notNull(),
    content_id: text('content_id').notNull(),
    price_fen_at_add: integer('price_fen_at_add').notNull(),
    added_at: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('cart_item_once').on(table.user_id, table.content_id),
    index('cart_item_user').on(table.user_id, table.added_at),
  ],
);
