import type { SearchKind } from '@cme/contract';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { ShownEntry } from './entry.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const list = (name: string) => text(name).array().notNull().default([]);

/** What can be found by words. Whoever owns the thing writes its entry in the same transaction. */
export const searchEntry = pgTable(
  'search_entry',
  {
    kind: text('kind').$type<SearchKind>().notNull(),
    id: text('id').notNull(),
    /** The sites that show it. */
    sites: list('sites'),
    title: text('title').notNull(),
    /** The title as it is compared: width and case do not matter. */
    title_form: text('title_form').notNull(),
    /** Title, people and tags likewise, synonyms included: what it is about. */
    head_form: text('head_form').notNull(),
    /** What results are filtered by: `price_kind:free`, `level:A`. */
    facets: list('facets'),
    /** Shown from then on; newer stands before older. */
    publish_at: moment('publish_at').notNull(),
    /** Not shown any more from then on. */
    end_at: moment('end_at'),
    /** Orders several equally good results: more is first. */
    weight: integer('weight').notNull().default(0),
    /** By which rules the columns below were written. */
    version: integer('version').notNull(),
    /** Parts of words (`grams.rules.ts`): of the title alone, and of everything. */
    title_grams: list('title_grams'),
    grams: list('grams'),
    /** What its owner wants searched beyond title and text: people, tags. */
    words: text('words').notNull().default(''),
    /** The text that results show a piece of. */
    text: text('text').notNull().default(''),
    /** Everything that is searched, as it is compared, synonyms included. */
    form: text('form').notNull(),
    shown: jsonb('shown').$type<ShownEntry>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('search_entry_grams').using('gin', table.sites, table.grams),
    index('search_entry_title_grams').using('gin', table.sites, table.title_grams),
    index('search_entry_version').on(table.version),
  ],
);

/** How often a word was searched on a day. Nobody stands here. */
export const searchWord = pgTable(
  'search_word',
  {
    site_id: text('site_id').notNull(),
    day: date('day').notNull(),
    word: text('word').notNull(),
    searched: bigint('searched', { mode: 'number' }).notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.day, table.word] })],
);

/** A learner's own latest words, until they clear them. */
export const searchHistory = pgTable(
  'search_history',
  {
    user_id: text('user_id').notNull(),
    word: text('word').notNull(),
    searched_at: moment('searched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.word] }),
    index('search_history_latest').on(table.user_id, table.searched_at),
  ],
);
