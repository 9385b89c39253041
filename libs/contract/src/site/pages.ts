import * as z from 'zod/mini';
import { isBoundedPattern } from './bounded-pattern.ts';

/** Name of a parameter, a field or a chunk. */
const Name = z.string().check(z.regex(/^[a-z][\w-]{0,63}$/i));
const Names = z.array(Name).check(z.maxLength(16));

/** Route pattern: `/player/:course_id/play`. `*` is every address that no other page has. */
const RoutePattern = z.string().check(z.regex(/^(\*|\/|(\/(:[a-z]\w{0,39}|[\w-]{1,60})){1,8})$/i));

/** How a query parameter is read. A value that it does not describe is ignored. */
const ParameterRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('one_of'),
    values: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(600)),
  }),
  /** A regular expression for the whole value, which no value can make slow. */
  z.object({
    kind: z.literal('pattern'),
    pattern: z.string().check(z.maxLength(100), z.refine(isBoundedPattern)),
  }),
  /** A page of a list; everything that is no whole number from 1 is the first one. */
  z.object({ kind: z.literal('page_number') }),
  /** Only whether it is another page than the first matters. */
  z.object({ kind: z.literal('another_page') }),
  /** Only its presence matters. */
  z.object({ kind: z.literal('present') }),
  /** Text without spaces around it. A longer one is ignored, or cut. */
  z.object({
    kind: z.literal('text'),
    most: z.number().check(z.int(), z.minimum(1), z.maximum(200)),
    cut: z.optional(z.literal(true)),
  }),
]);
export type ParameterRule = z.infer<typeof ParameterRule>;

/**
 * A field of a call: the value itself, a part of the page's path, or a parameter of its query, and
 * without that a field of the answer before.
 */
const FieldValue = z.union([
  z.string().check(z.maxLength(200)),
  z.object({ part: Name }),
  z.object({ query: Name, field: z.optional(Name) }),
]);
export type FieldValue = z.infer<typeof FieldValue>;

const LoneCall = z.object({
  path: z.string().check(z.regex(/^\/qm\/api(\/\w[\w-]{0,39}){1,6}$/)),
  access: z.enum(['public', 'open', 'learner']),
  body: z.record(Name, FieldValue),
  /** Opens something for this page alone, so a prerendered page does not make it. */
  opens: z.optional(z.literal(true)),
  /** Made only if the query has this parameter, or only if it has not. */
  when: z.optional(z.object({ query: Name, is: z.enum(['present', 'absent']) })),
});
/** A call that a page makes at once, so that it can be made before its scripts run. */
const FirstCall = z.extend(LoneCall, {
  /** Made once this one was answered. */
  next: z.optional(LoneCall),
});
export type FirstCall = z.infer<typeof FirstCall>;

/** Names of the parts of a route pattern. */
const partsOf = (pattern: string): string[] =>
  [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const PageFields = z.object({
  path: RoutePattern,
  access: z.enum(['guest', 'open', 'learner']),
  /** Names of the chunks with its code. */
  chunks: Names,
  /** The query parameters that it reads when it starts; all others are no part of its address. */
  query: z.optional(z.record(Name, ParameterRule)),
  calls: z.optional(z.array(FirstCall).check(z.maxLength(16))),
  /** Its first calls are those of its address without a query: with one it makes others. */
  calls_without_query: z.optional(z.literal(true)),
  /**
   * For search engines: in the site map of every site, or only where the API calls it special; kept
   * from them, or kept from them with a query. Pages of learners are kept from them anyway.
   */
  crawling: z.optional(z.enum(['listed', 'special', 'hidden', 'hidden_with_query'])),
  /**
   * Which rows of the API's site map are addresses of this page: `news`, `content:P`, or `content` for
   * all other types. Their id is the part of the path, or this parameter.
   */
  rows: z.optional(
    z.object({
      kinds: z.array(z.string().check(z.regex(/^\w{1,20}(:\w{1,16})?$/))).check(z.maxLength(16)),
      query: z.optional(Name),
    }),
  ),
  /** Still served when the site has ended. */
  outlives_site: z.optional(z.literal(true)),
  /** Still served while learners of an ended site may read their records. */
  shows_records: z.optional(z.literal(true)),
  /** False if the release's server build does not draw it. */
  is_rendered: z.optional(z.boolean()),
});
/** The parts of a path have different names, and its calls take from it only what is in it. */
const Page = PageFields.check(
  z.refine(({ path, calls = [] }) => {
    const parts = partsOf(path);
    if (new Set(parts).size !== parts.length) return false;
    return calls
      .flatMap(({ body, next }) => [...Object.values(body), ...Object.values(next?.body ?? {})])
      .every(
        (value) => typeof value === 'string' || !('part' in value) || parts.includes(value.part),
      );
  }),
);
export type Page = z.infer<typeof Page>;

/**
 * What an area says about its pages. Written into the signed manifest of a release, and read by the
 * edge, which knows no page by itself.
 */
export const AreaPages = z.object({
  pages: z.array(Page).check(
    z.maxLength(200),
    z.refine((pages) => new Set(pages.map(({ path }) => path)).size === pages.length),
  ),
  /** Chunks that every page needs, besides its own, to make its first calls. */
  calling: Names,
  /** The page that a site shows at every address before it opens and after it has ended. */
  closed: z.optional(RoutePattern),
  /** The call that gives an origin without a token the family's session. */
  restore: z.optional(LoneCall),
});
export type AreaPages = z.infer<typeof AreaPages>;
