import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Time } from '../base/fields.ts';

/** The two books of the help centre: 帮助手册, and 专业年度合格证书申请手册. */
export const helpBooks = ['manual', 'certificate'] as const;
export type HelpBook = (typeof helpBooks)[number];
const Book = z._default(z.enum(helpBooks), 'manual');

export const HelpEntry = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  /** Text around the first match; empty without a keyword. */
  snippet: z.string(),
});
export type HelpEntry = z.infer<typeof HelpEntry>;

export const HelpGroup = z.object({
  key: z.string(),
  title: z.string(),
  articles: z.array(HelpEntry),
});
export type HelpGroup = z.infer<typeof HelpGroup>;

/**
 * A book as a tree: groups with their articles, in order. With a keyword only matching articles,
 * and no empty groups.
 */
export const helpList = call({
  path: '/qm/api/help/list',
  access: 'open',
  repeatable: true,
  body: z.object({
    book: Book,
    keyword: z._default(z.string().check(z.maxLength(50, '搜索词请不要超过50个字')), ''),
  }),
  data: z.object({ groups: z.array(HelpGroup) }),
});

export const HelpArticle = z.object({
  id: Id,
  book: z.string(),
  group: z.string(),
  group_title: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Sanitised. */
  html: z.string(),
  updated_at: Time,
});
export type HelpArticle = z.infer<typeof HelpArticle>;
const Neighbour = z.object({ id: Id, title: z.string() });

/** One article. `previous` and `next` follow the order of its book. */
export const helpDetail = call({
  path: '/qm/api/help/detail',
  access: 'open',
  repeatable: true,
  body: z.object({ id: Id }),
  data: z.extend(HelpArticle, {
    previous: z.optional(Neighbour),
    next: z.optional(Neighbour),
  }),
});

/** A whole book with its texts, in order. */
export const helpBook = call({
  path: '/qm/api/help/book',
  access: 'open',
  repeatable: true,
  body: z.object({ book: Book }),
  data: z.object({ articles: z.array(HelpArticle) }),
});
