import type { ActivityPart } from '@cme/contract/study';
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { content } from '../../content/catalogue/catalogue.tables.ts';

const words = (name: string) => text(name).notNull().default('');

/** Additional columns of a content of type A, Z or Y. */
export const activity = pgTable('activity', {
  content_id: text('content_id')
    .primaryKey()
    .references(() => content.content_id),
  apply_from: timestamptz('apply_from').notNull(),
  apply_to: timestamptz('apply_to').notNull(),
  begin_at: timestamptz('begin_at').notNull(),
  finish_at: timestamptz('finish_at').notNull(),
  way: text('way').$type<'onsite' | 'online'>().notNull().default('onsite'),
  place: words('place'),
  address: words('address'),
  traffic: words('traffic'),
  contact: words('contact'),
  seats: integer('seats').notNull(),
  /** Places taken; changed only together with a row of `activity_apply`, under this row's lock. */
  taken: integer('taken').notNull().default(0),
  program: jsonb('program').$type<ActivityPart[]>().notNull().default([]),
  canceled_at: timestamptz('canceled_at'),
  cancel_reason: words('cancel_reason'),
});

export const activityApply = pgTable(
  'activity_apply',
  {
    apply_id: text('apply_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => activity.content_id),
    user_id: text('user_id').notNull(),
    site_id: text('site_id').notNull(),
    apply_status: text('apply_status').$type<'applied' | 'canceled'>().notNull(),
    applied_at: timestamptz('applied_at').notNull(),
    canceled_at: timestamptz('canceled_at'),
  },
  (table) => [
    unique('activity_apply_once').on(table.content_id, table.user_id),
    index('activity_apply_user').on(table.user_id, table.applied_at),
  ],
);
