import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from '../content/content.ts';
import { Count, Id, Nothing, Time, Yuan } from '../base/fields.ts';
import { Counted } from './shopplist-add.ts';

/** Most rows that a cart takes. */
export const cartLimit = 50;

/** State of a cart row, decided when it is read: `ok` · `owned` · `in_package` (of the same cart)
 * · `off_shelf` · `price_changed` · `not_for_you` · `incomplete` (the
 * profile) · `class_only`. Only `ok` and `price_changed` can be ordered. */
export const cartStates = [
  'ok',
  'owned',
  'in_package',
  'off_shelf',
  'price_changed',
  'not_for_you',
  'incomplete',
  'class_only',
] as const;

/** A row of the cart, which the wire calls `shopplist`. */
export const CartRow = z.object({
  cart_id: Id,
  content: ContentCard,
  /** What it costs this learner now: a package without the courses that are owned already. */
  price: Yuan,
  /** What it cost when it was put in. */
  price_at_add: Yuan,
  /** Taken off a package's price for courses that are owned already. */
  saved: Yuan,
  state: z.string(),
  /** The state in words, empty for `ok`: 已拥有, 购物车中的套餐已包含, 已下架, 价格已变动, 不在适用范围. */
  state_name: z.string(),
  added_at: Time,
});
export type CartRow = z.infer<typeof CartRow>;

/** `total` is the sum of the rows that can be ordered. Newest first. */
export const shopplistList = call({
  path: '/qm/api/shopplist/list',
  access: 'learner',
  body: Nothing,
  data: z.object({ list: z.array(CartRow), count: Count, limit: Count, total: Yuan }),
});

/** Ids that are not in the cart are passed over. */
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
