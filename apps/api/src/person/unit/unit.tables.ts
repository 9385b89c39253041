import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { UnitLevel } from '@cme/contract/person';
import { timestamptz } from '../../platform/database/columns.ts';

/** A workplace on a site. `parent_id` is the parent unit, empty at the root. */
export const unit = pgTable(
  'unit',
  {
    unit_id: text('unit_id').primaryKey(),
    site_id: text('site_id').notNull(),
    name: text('name').notNull(),
    /** 统一社会信用代码; null if unknown. */
    uscc: text('uscc'),
    level: text('level').$type<UnitLevel>().notNull(),
    /** GB/T 2260 code of the county. */
    area_id: text('area_id').notNull(),
    parent_id: text('parent_id').notNull().default(''),
    /** A closed unit accepts no new members; existing ones stay. */
    status: text('status').$type<'open' | 'closed'>().notNull().default('open'),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('unit_uscc').on(table.site_id, table.uscc),
    unique('unit_name').on(table.site_id, table.area_id, table.name),
    index('unit_of_parent').on(table.parent_id),
  ],
);

/** Administrators of a unit and its descendants. */
export const unitAdmin = pgTable(
  'unit_admin',
  {
    unit_id: text('unit_id')
      .notNull()
      .references(() => unit.unit_id),
    user_id: text('user_id').notNull(),
    given_by: text('given_by').notNull(),
    given_at: timestamptz('given_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unit_id, table.user_id] }),
    index('unit_admin_user').on(table.user_id),
  ],
);
