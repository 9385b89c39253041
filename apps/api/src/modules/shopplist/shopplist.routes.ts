import {
  cartLimit,
  shopplistAdd,
  shopplistClear,
  shopplistCount,
  shopplistList,
  shopplistRemove,
} from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { addToCart } from './add.ts';
import { cartOf } from './cart.ts';
import { countCart, emptyCart, takeFromCart } from './shopplist.store.ts';

export function registerShopplist(app: FastifyInstance, house: House): void {
  answer(app, house, shopplistList, async ({ db, site, person }) => ({
    ...(await cartOf(db, site.site_id, person.user_id, house.now())),
    limit: cartLimit,
  }));
  answer(app, house, shopplistAdd, ({ db, site, person, body }) =>
    addToCart(db, site.site_id, person.user_id, body, house.now()),
  );
  answer(app, house, shopplistRemove, async ({ db, person, body }) => {
    await takeFromCart(db, person.user_id, body.cart_ids);
    return { count: await countCart(db, person.user_id) };
  });
  answer(app, house, shopplistClear, async ({ db, person }) => {
    await emptyCart(db, person.user_id);
    return { count: 0 };
  });
  answer(app, house, shopplistCount, async ({ db, person }) => ({
    count: await countCart(db, person.user_id),
  }));
}
