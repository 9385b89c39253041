import { createHash } from 'node:crypto';
import type { ParsedBodyOf } from '@cme/contract/base';
import type { orderCreate } from '@cme/contract/payment';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext, Person } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { chargeCard } from '../card/card.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { bookPayment } from './book.action.ts';
import { type Cart, type Quote, readQuote, getUnlockedContents, type Line } from './quote.view.ts';
import { expireOrder, timeoutQueue, type Trades } from './close.action.ts';
import { toOfferRefusal } from './offer.store.ts';
import { orderLifeMs } from './order.rules.ts';
import {
  findOrder,
  findRequest,
  lockBuyer,
  insertOrder,
  readOrderItems,
  storeRequest,
  type Order,
} from './order.store.ts';
import { reservationsOn, createReservations } from './reservation.store.ts';
import { toContentSnapshot } from './order.view.ts';

/** Effects of orders on the cart and on payments. */
export interface OrderEffects {
  trades: Trades;
  cart: Cart;
}

type CreateBody = ParsedBodyOf<typeof orderCreate>;

/**
 * Creates an order, or returns the existing one for this request or these items. An expired one is
 * closed first.
 */
export async function createOrder(
  context: AppContext,
  siteId: string,
  person: Person,
  request: CreateBody,
  { trades, cart }: OrderEffects,
): Promise<Order> {
  for (let isRetry = false; ; isRetry = true) {
    const created = await context.db.transaction((tx) =>
      createInTransaction(tx, { context, siteId, person, request, cart }),
    );
    if (!('expired' in created)) return created;
    await expireOrder(context, trades, created.expired);
    if (isRetry)
      throw new RefusalError(400, '所选课程已有待支付的订单，请稍后再试', 'order_pending_exists');
  }
}

interface NewOrder {
  context: AppContext;
  siteId: string;
  person: Person;
  request: CreateBody;
  cart: Cart;
}

async function createInTransaction(
  tx: Db,
  newOrder: NewOrder,
): Promise<Order | { expired: string }> {
  const { context, siteId, person, request, cart } = newOrder;
  const { user_id } = person;
  await lockBuyer(tx, user_id);
  const now = context.now();
  const { request_id } = request;
  const request_hash = hashRequest(request);
  const before = await findRequest(tx, user_id, request_id);
  if (before && before.request_hash !== request_hash)
    throw new RefusalError(400, '订单内容已变化，请刷新页面后重新提交', 'request_reused');
  if (before) return requireOrder(tx, before.order_code);
  const quote = await readQuote(tx, { siteId, userId: user_id, selection: request, cart }, now);
  const open = await findOpenOrder(tx, user_id, quote.lines);
  if (open && open.expire_at <= now) return { expired: open.order_code };
  if (!open && request.seen_amount !== yuan(quote.pay_fen))
    throw new RefusalError(400, '价格已变动，请核对金额后重新提交', 'price_changed', {
      pay: yuan(quote.pay_fen),
    });
  const order = open ?? (await insertNewOrder(tx, newOrder, quote));
  await storeRequest(tx, { user_id, request_id, request_hash, order_code: order.order_code });
  return order;
}

/** The open order for exactly these items; refused when one is open for some of them. */
async function findOpenOrder(tx: Db, userId: string, lines: Line[]): Promise<Order | undefined> {
  const [reservation] = await reservationsOn(tx, userId, getUnlockedContents(lines));
  if (!reservation) return undefined;
  if (reservation.order_status !== 'pending') throw toOfferRefusal('owned');
  const same = (await readOrderItems(tx, reservation.order_code))
    .map(({ content_id }) => content_id)
    .sort()
    .join();
  const order = await requireOrder(tx, reservation.order_code);
  if (
    same ===
    lines
      .map(({ offer }) => offer.purchasable.content.content_id)
      .sort()
      .join()
  )
    return order;
  throw new RefusalError(400, '所选课程已有待支付的订单，请先支付或取消', 'order_pending_exists', {
    order_code: reservation.order_code,
  });
}

async function insertNewOrder(
  tx: Db,
  { context, siteId, person, request, cart }: NewOrder,
  quote: Quote,
): Promise<Order> {
  const at = context.now();
  const { user_id } = person;
  const { lines, total_fen, discount_fen, card_fen, pay_fen } = quote;
  const card_no = card_fen > 0 ? (quote.card?.card_no ?? '') : '';
  const titles = lines.map(({ offer }) => offer.purchasable.content.title);
  const order = await insertOrder(
    tx,
    {
      site_id: siteId,
      user_id,
      subject: titles.length > 1 ? `${titles[0]}等${titles.length}项` : (titles[0] ?? ''),
      item_count: lines.length,
      total_fen,
      discount_fen,
      card_fen,
      pay_fen,
      source: request.source,
      card_no,
      agree_version: request.agree_version ?? '',
      created_at: at,
      expire_at: new Date(at.getTime() + orderLifeMs),
    },
    lines.map((line, sort) => itemRow(line, sort, at)),
  );
  await logState(tx, {
    entity: 'order',
    entity_id: order.order_code,
    from: '',
    to: 'pending',
    actor_type: 'learner',
    actor_id: user_id,
    at,
  });
  if (!(await createReservations(tx, user_id, order.order_code, getUnlockedContents(lines))))
    throw new Error('reservations are missing after they were checked');
  if (!(await chargeCard(tx, card_no, user_id, card_fen, at)))
    throw new RefusalError(400, '学习卡余额已变动，请刷新后重试', 'price_changed');
  await cart.deleteCartContents(
    tx,
    user_id,
    lines.map(({ offer }) => offer.purchasable.content.content_id),
  );
  if (pay_fen > 0) {
    await context.jobs.enqueue(
      tx,
      timeoutQueue,
      { order_code: order.order_code },
      { startAfter: orderLifeMs / 1000 },
    );
    return order;
  }
  await bookPayment(tx, context.jobs, order, {
    trade_no: '',
    channel: card_fen > 0 ? 'card' : 'free',
    amount_fen: 0,
    at,
  });
  return requireOrder(tx, order.order_code);
}

function itemRow(
  { offer: { purchasable, price_fen, saved_fen }, card_fen, pay_fen }: Line,
  sort: number,
  at: Date,
) {
  const { content_id, content_type } = purchasable.content;
  return {
    order_item_id: ulid(),
    content_id,
    content_type,
    snapshot: toContentSnapshot(purchasable, at),
    courses: purchasable.courses.map((course) => course.content_id),
    price_fen,
    saved_fen,
    card_fen,
    pay_fen,
    sort,
  };
}

async function requireOrder(tx: Db, orderCode: string): Promise<Order> {
  const order = await findOrder(tx, orderCode);
  if (!order) throw new Error('an existing order was not found');
  return order;
}

/** Hash of the fields that identify equal requests. */
function hashRequest({ cart_ids, item, card_no, seen_amount, source }: CreateBody): string {
  const fields = [
    cart_ids ? [...cart_ids].sort() : null,
    item ? [item.content_type, item.id] : null,
    card_no ?? null,
    seen_amount,
    source,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}
