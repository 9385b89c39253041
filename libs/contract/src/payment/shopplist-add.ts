import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Count, Id, Nothing } from '../base/fields.ts';

export const Counted = z.object({ count: Count });

/** Shown on every page. */
export const shopplistCount = call({
  path: '/qm/api/shopplist/count',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Counted,
});

/**
 * Adds to the cart. Idempotent. Refused: `item_owned`, `not_in_scope`, `not_found`, `cart_full`.
 */
export const shopplistAdd = call({
  path: '/qm/api/shopplist/add',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ cart_id: Id, count: Count }),
});
