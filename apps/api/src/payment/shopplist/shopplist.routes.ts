import {
  cartLimit,
  shopplistAdd,
  shopplistClear,
  shopplistCount,
  shopplistList,
  shopplistRemove,
} from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { addToCart } from './add.action.ts';
import { readCartView } from './cart.view.ts';
import { countCart, emptyCart, deleteCartRows } from './shopplist.store.ts';

export function registerShopplist(app: FastifyInstance, context: AppContext): void {
  answer(app, context, shopplistList, async ({ db, site, person }) => ({
    ...(await readCartView(db, site.site_id, person.user_id, context.now())),
    limit: cartLimit,
  }));
  answer(app, context, shopplistAdd, ({ db, site, person, body }) =>
    addToCart(db, site.site_id, person.user_id, body, context.now()),
  );
  answer(app, context, shopplistRemove, async ({ db, person, body }) => {
    await deleteCartRows(db, person.user_id, body.cart_ids);
    return { count: await countCart(db, person.user_id) };
  });
  answer(app, context, shopplistClear, async ({ db, person }) => {
    await emptyCart(db, person.user_id);
    return { count: 0 };
  });
  answer(app, context, shopplistCount, async ({ db, person }) => ({
    count: await countCart(db, person.user_id),
  }));
}
