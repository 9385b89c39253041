import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from '../content/content.ts';
import { Count, Id, Nothing, Time, Yuan } from '../base/fields.ts';
import { Counted } from './shopplist-add.ts';

/** Maximum number of rows in a cart. */
export const cartLimit = 50;

/**
 * State of a cart row, computed when read: `ok` · `owned` · `in_package` (of the same cart) ·
 * `off_shelf` · `price_changed` · `not_for_you` · `incomplete` (the profile) ·
 * `unverified` (facts that the course is limited to) · `class_only`. Only `ok` and `price_changed` can be ordered.
 */
export const cartStates = [
  'ok',
  'owned',
  'in_package',
  'off_shelf',
  'price_changed',
  'not_for_you',
  'incomplete',
  'unverified',
  'class_only',
] as const;

/** A row of the cart (`shopplist` on the wire). */
export const CartRow = z.object({
  cart_id: Id,
  content: ContentCard,
  /** Current price for this learner: a package without the courses already owned. */
  price: Yuan,
  /** Price when it was added. */
  price_at_add: Yuan,
  /** Deducted from a package's price for courses already owned. */
  saved: Yuan,
  state: z.string(),
  /** Display text of the state, empty for `ok`: 已拥有, 购物车中的套餐已包含, 已下架, 价格已变动, 不在适用范围. */
  state_name: z.string(),
  added_at: Time,
});
export type CartRow = z.infer<typeof CartRow>;

/** Newest first. `total` is the sum of the rows that can be ordered. */
export const shopplistList = call({
  path: '/qm/api/shopplist/list',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(CartRow), count: Count, limit: Count, total: Yuan }),
});

/** Ids that are not in the cart are ignored. */
export const shopplistRemove = call({
  path: '/qm/api/shopplist/remove',
  access: 'learner',
  encoding: 'json',
  body: z.object({ cart_ids: z.array(Id).check(z.minLength(1), z.maxLength(cartLimit)) }),
  data: Counted,
});

export const shopplistClear = call({
  path: '/qm/api/shopplist/clear',
  access: 'learner',
  body: Nothing,
  data: Counted,
});
