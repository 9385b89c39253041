import type { SearchKind } from '@cme/contract/content';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import type { ShownEntry } from './entry.rules.ts';

const list = (name: string) => text(name).array().notNull().default([]);

/** The search index. The owner of an item writes its entry in the same transaction. */
export const searchEntry = pgTable(
  'search_entry',
  {
    kind: text('kind').$type<SearchKind>().notNull(),
    id: text('id').notNull(),
    /** The sites that show it. */
    sites: list('sites'),
    title: text('title').notNull(),
    /** The normalised title, without width and case. */
    title_form: text('title_form').notNull(),
    /** Normalised title, people and tags with synonyms. */
    head_form: text('head_form').notNull(),
    /** Filter values: `price_kind:free`, `level:A`. */
    facets: list('facets'),
    /** Visible from then on; newer sorts before older. */
    publish_at: timestamptz('publish_at').notNull(),
    /** Hidden from then on. */
    end_at: timestamptz('end_at'),
    /** Tie-breaker of equally good matches: higher first. */
    weight: integer('weight').notNull().default(0),
    /** Version of the rules for the columns below. */
    version: integer('version').notNull(),
    /** N-grams (`grams.rules.ts`): of the title alone, and of everything. */
    title_grams: list('title_grams'),
    grams: list('grams'),
    /** Additional searchable text: people, tags. */
    words: text('words').notNull().default(''),
    /** Source of excerpts. */
    text: text('text').notNull().default(''),
    /** All searchable text, normalised, with synonyms. */
    form: text('form').notNull(),
    /** How the title sounds in pinyin, then names and tags, a line each. */
    sounds: text('sounds').notNull().default(''),
    shown: jsonb('shown').$type<ShownEntry>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('search_entry_grams').using('gin', table.sites, table.grams),
    index('search_entry_title_grams').using('gin', table.sites, table.title_grams),
    index('search_entry_version').on(table.version),
  ],
);

/** Synonyms that an installation added to those of the trade. */
export const searchSynonym = pgTable('search_synonym', {
  id: text('id').primaryKey(),
  names: list('names'),
  created_at: timestamptz('created_at').notNull(),
});

/** Number of searches of a word per day, without people. */
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

/** A learner's own search history, until cleared. */
export const searchHistory = pgTable(
  'search_history',
  {
    user_id: text('user_id').notNull(),
    word: text('word').notNull(),
    searched_at: timestamptz('searched_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.word] }),
    index('search_history_latest').on(table.user_id, table.searched_at),
  ],
);
