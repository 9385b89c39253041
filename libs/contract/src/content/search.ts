import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** What a search finds, in the order of its tabs. */
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

/** Longest keyword; what is typed beyond it is refused. */
export const longestKeyword = 100;
export const Keyword = z.string().check(z.trim(), z.maxLength(longestKeyword));
const SomeKeyword = z
  .string()
  .check(z.trim(), z.minLength(1, '请输入关键词'), z.maxLength(longestKeyword));

/** What a search is narrowed by; an empty string means all. The same schema parses the page's
 * address. All but `type` and `sort` leave out news and help. */
export const SearchFilters = z.object({
  keyword: z._default(Keyword, ''),
  /** The tab. */
  type: z._default(z.enum([...searchKinds, '']), ''),
  subject_kind: z._default(z.enum(['public', 'pro', '']), ''),
  series: z._default(z.string().check(z.maxLength(2)), ''),
  post_type: z._default(z.enum(['E', 'M', 'A', '']), ''),
  level: z._default(z.enum(['A', 'B', 'C', 'D', '']), ''),
  price_kind: z._default(z.enum(['free', 'paid', '']), ''),
  /** `` the best first, `new` the newest first. */
  sort: z._default(z.enum(['new', '']), ''),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Where words were found: from, up to (without), in UTF-16 units of the text beside it. */
const Marks = z.array(z.tuple([z.number(), z.number()]));

/** One result. Texts are plain, never HTML. */
export const SearchHit = z.object({
  kind: z.string(),
  id: Id,
  title: z.string(),
  title_marks: Marks,
  /** The piece of the text around the first word found; else its beginning. */
  text: z.string(),
  text_marks: Marks,
  publish_at: Time,
  /** Present for what has a card: everything but news and help. */
  card: z.optional(ContentCard),
  /** Path of its page where it has no card: `/news/…/detail`. */
  path: z.string(),
  /** Where it comes from: the source of news, the chapter of help. */
  note: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const Counts = z.object({
  course: z.number(),
  package: z.number(),
  class: z.number(),
  live: z.number(),
  /** Absent from an API that counts activities among courses. */
  activity: z.optional(z.number()),
  news: z.number(),
  help: z.number(),
});

/** Everything that has all words of the keyword; without a word it finds nothing. `counts` are
 * of all tabs, under the same filters. */
export const searchIndex = call({
  path: '/qm/api/search/index',
  access: 'open',
  body: z.extend(SearchFilters, { page: Page, page_size: PageSize }),
  data: z.extend(pageOf(SearchHit), { counts: Counts }),
});

/** Titles and words that go on with what is being typed, at most eight. */
export const searchSuggest = call({
  path: '/qm/api/search/suggest',
  access: 'open',
  body: z.object({ keyword: Keyword }),
  data: z.object({ list: z.array(z.object({ text: z.string(), kind: z.string() })) }),
});

/** What many searched on this site within the last days, at most ten. */
export const searchHot = call({
  path: '/qm/api/search/hot',
  access: 'open',
  body: Nothing,
  data: z.object({ list: z.array(z.object({ word: z.string() })) }),
});

/** Tells that somebody searched for this. It is counted without the person; a learner's own
 * history keeps it as well. */
export const searchRecord = call({
  path: '/qm/api/search/record',
  access: 'open',
  body: z.object({ keyword: SomeKeyword }),
  data: Nothing,
});

/** The learner's own latest words, at most ten, the latest first. */
export const searchHistory = call({
  path: '/qm/api/search/history',
  access: 'learner',
  body: Nothing,
  data: z.object({ list: z.array(z.object({ word: z.string() })) }),
});

/** Forgets one word of the learner's history, or without a word all of it. */
export const searchForget = call({
  path: '/qm/api/search/forget',
  access: 'learner',
  body: z.object({ keyword: z._default(Keyword, '') }),
  data: Nothing,
});
