import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { ContentType, Count, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Maximum number of favourites per person. */
export const collectionLimit = 500;
/** Maximum number of contents per request. */
export const collectionStateLimit = 100;

const Ref = z.object({ content_type: ContentType, id: Id });

/**
 * Adds or removes a favourite. `collected` is the desired state, which makes the call idempotent;
 * without it the state is toggled. Refused: `not_found`, `collection_full`.
 */
export const collectionToggle = call({
  path: '/qm/api/collection/toggle',
  access: 'learner',
  body: z.extend(Ref, { collected: z.optional(Flag) }),
  data: z.object({ collected: Flag, count: Count }),
});

/** A favourite; it remains when its content is taken off. */
export const CollectionRow = z.object({
  content: ContentCard,
  /** `ok` · `ended` · `off_shelf`: taken off, page still available · `gone`: no page */
  state: z.string(),
  /** Display text of the state, empty for `ok`: 已结束, 已下架. */
  state_name: z.string(),
  collected_at: Time,
});
export type CollectionRow = z.infer<typeof CollectionRow>;

/** Tabs, each a group of content types. */
export const collectionTabs = ['all', 'course', 'package', 'class', 'live', 'activity'] as const;
export type CollectionTab = (typeof collectionTabs)[number];

/** Newest first. `counts` are per tab. */
export const collectionList = call({
  path: '/qm/api/collection/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    tab: z._default(z.enum(collectionTabs), 'all'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(CollectionRow), {
    counts: z.optional(z.record(z.string(), Count)),
  }),
});

/** Which of these contents are among the person's favourites. */
export const collectionState = call({
  path: '/qm/api/collection/state',
  access: 'learner',
  repeatable: true,
  encoding: 'json',
  body: z.object({
    refs: z.array(Ref).check(z.minLength(1), z.maxLength(collectionStateLimit)),
  }),
  data: z.object({ collected: z.array(Id) }),
});
