import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { ContentType, Count, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Most favourites that a person keeps. */
export const collectionLimit = 500;
/** Most contents that are asked about at once. */
export const collectionStateLimit = 100;

const Ref = z.object({ content_type: ContentType, id: Id });

/** Puts a content among the favourites or takes it out. `collected` says what is wanted, so that
 * asking twice changes nothing; without it the state is turned round. Refused: `not_found`,
 * `collection_full`. */
export const collectionToggle = call({
  path: '/qm/api/collection/toggle',
  access: 'learner',
  body: z.extend(Ref, { collected: z.optional(Flag) }),
  data: z.object({ collected: Flag, count: Count }),
});

/** A favourite; it stays when its content is taken off. */
export const CollectionRow = z.object({
  content: ContentCard,
  /** `ok` · `ended` · `off_shelf`: taken off, with a page still · `gone`: without one */
  state: z.string(),
  /** The state in words, empty for `ok`: 已结束, 已下架. */
  state_name: z.string(),
  collected_at: Time,
});
export type CollectionRow = z.infer<typeof CollectionRow>;

/** Types of contents that are listed together. */
export const collectionTabs = ['all', 'course', 'package', 'class', 'live', 'activity'] as const;
export type CollectionTab = (typeof collectionTabs)[number];

/** Newest first. `counts` says how many there are of each tab. */
export const collectionList = call({
  path: '/qm/api/collection/list',
  access: 'learner',
  body: z.object({
    tab: z._default(z.enum(collectionTabs), 'all'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(CollectionRow), {
    counts: z.optional(z.record(z.string(), Count)),
  }),
});

/** Which of these contents are favourites of the person. */
export const collectionState = call({
  path: '/qm/api/collection/state',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    refs: z.array(Ref).check(z.minLength(1), z.maxLength(collectionStateLimit)),
  }),
  data: z.object({ collected: z.array(Id) }),
});
