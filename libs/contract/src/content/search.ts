import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Kinds of search results, in the order of the tabs. */
export const searchKinds = [
  'course',
  'package',
  'class',
  'live',
  'activity',
  'news',
  'help',
] as const;
export const SearchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof SearchKind>;

/** Maximum length of a keyword. */
export const longestKeyword = 100;
export const Keyword = z.string().check(z.trim(), z.maxLength(longestKeyword));
const SomeKeyword = z
  .string()
  .check(z.trim(), z.minLength(1, '请输入关键词'), z.maxLength(longestKeyword));

/**
 * Search filters; an empty string means all. Also parses the page's query string. Any filter other
 * than `type` and `sort` excludes news and help.
 */
export const SearchFilters = z.object({
  keyword: z._default(Keyword, ''),
  /** The tab. */
  type: z._default(z.enum([...searchKinds, '']), ''),
  subject_kind: z._default(z.enum(['public', 'pro', '']), ''),
  series: z._default(z.string().check(z.maxLength(2)), ''),
  post_type: z._default(z.enum(['E', 'M', 'A', '']), ''),
  level: z._default(z.enum(['A', 'B', 'C', 'D', '']), ''),
  price_kind: z._default(z.enum(['free', 'paid', '']), ''),
  /** `` by relevance, `new` newest first. */
  sort: z._default(z.enum(['new', '']), ''),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Matches as [start, end) in UTF-16 code units of the adjacent text. */
const Marks = z.array(z.tuple([z.number(), z.number()]));

/** One result. Texts are plain, never HTML. */
export const SearchHit = z.object({
  kind: z.string(),
  id: Id,
  title: z.string(),
  title_marks: Marks,
  /** The text around the first match; otherwise its beginning. */
  text: z.string(),
  text_marks: Marks,
  publish_at: Time,
  /** Present for results with a card: all but news and help. */
  card: z.optional(ContentCard),
  /** Path of the page of a result without a card: `/news/…/detail`. */
  path: z.string(),
  /** Origin: the source of news, the chapter of help. */
  note: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const Counts = z.object({
  course: z.number(),
  package: z.number(),
  class: z.number(),
  live: z.number(),
  /** Absent from an API that counts activities as courses. */
  activity: z.optional(z.number()),
  news: z.number(),
  help: z.number(),
});

/**
 * Everything that contains all words of the keyword, else most of them; empty without a keyword. `counts` cover all
 * tabs under the same filters.
 */
export const searchIndex = call({
  path: '/qm/api/search/index',
  access: 'open',
  repeatable: true,
  body: z.extend(SearchFilters, { page: Page, page_size: PageSize }),
  data: z.extend(pageOf(SearchHit), {
    counts: Counts,
    /** If nothing contains all words: the words asked for, and those that the results may lack. */
    asked_words: z.optional(z.array(z.string())),
    dropped_words: z.optional(z.array(z.string())),
  }),
});

/** Completions for a partial keyword, at most eight. */
export const searchSuggest = call({
  path: '/qm/api/search/suggest',
  access: 'open',
  repeatable: true,
  body: z.object({ keyword: Keyword }),
  data: z.object({ list: z.array(z.object({ text: z.string(), kind: z.string() })) }),
});

/** Most frequent searches on this site in recent days, at most ten. */
export const searchHot = call({
  path: '/qm/api/search/hot',
  access: 'open',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(z.object({ word: z.string() })) }),
});

/** Records a search. Counted anonymously, and added to the learner's own history. */
export const searchRecord = call({
  path: '/qm/api/search/record',
  access: 'open',
  body: z.object({ keyword: SomeKeyword }),
  data: Nothing,
});

/** The learner's latest searches, newest first, at most ten. */
export const searchHistory = call({
  path: '/qm/api/search/history',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(z.object({ word: z.string() })) }),
});

/** Deletes one entry of the learner's history, or all of it without a word. */
export const searchForget = call({
  path: '/qm/api/search/forget',
  access: 'learner',
  body: z.object({ keyword: z._default(Keyword, '') }),
  data: Nothing,
});
