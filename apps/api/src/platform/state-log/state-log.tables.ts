import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Append-only log of state changes. */
export const stateLog = pgTable(
  'state_log',
  {
    id: text('id').primaryKey(),
    entity: text('entity').notNull(),
    entity_id: text('entity_id').notNull(),
    from: text('from').notNull(),
    to: text('to').notNull(),
    actor_type: text('actor_type').$type<'learner' | 'staff' | 'system'>().notNull(),
    actor_id: text('actor_id').notNull(),
    reason: text('reason').notNull().default(''),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('state_log_entity').on(table.entity, table.entity_id)],
);
