import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { transcodeStatuses } from '@cme/contract/content';
import { timestamptz } from '../../platform/database/columns.ts';

/** A transcoding job of an uploaded recording for a section. */
export const transcode = pgTable(
  'transcode',
  {
    transcode_id: text('transcode_id').primaryKey(),
    site_id: text('site_id').notNull(),
    file_id: text('file_id').notNull(),
    section_id: text('section_id').notNull(),
    transcode_status: text('transcode_status')
      .$type<(typeof transcodeStatuses)[number]>()
      .notNull()
      .default('waiting'),
    percent: integer('percent').notNull().default(0),
    reason: text('reason').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    /** Id of the current attempt: only it may write. */
    run: text('run').notNull().default(''),
    /** Storage folder of that attempt's output. */
    place: text('place').notNull().default(''),
    lease_until: timestamptz('lease_until'),
    /** Earliest start. */
    next_at: timestamptz('next_at').notNull(),
    seconds: integer('seconds').notNull().default(0),
    created_by: text('created_by').notNull(),
    created_at: timestamptz('created_at').notNull(),
    finished_at: timestamptz('finished_at'),
  },
  (table) => [
    uniqueIndex('transcode_once').on(table.file_id, table.section_id),
    index('transcode_of_site').on(table.site_id, table.created_at),
    index('transcode_open')
      .on(table.next_at)
      .where(sql`transcode_status in ('waiting', 'running')`),
  ],
);
