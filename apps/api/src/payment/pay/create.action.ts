import { ulid } from 'ulid';
import type { CallRequest } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { PayChannel } from '../../platform/settings/pay-settings.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { orderLifeMs, transferLifeMs } from '../order/order.rules.ts';
import { findOwnOrder, lockOrder, type Order, setOrder } from '../order/order.store.ts';
import { isSiteOrigin, plainHost, siteOfHost } from '../../platform/sites/site.rules.ts';
import {
  GatewayUnavailableError,
  type GatewayClient,
  GatewayRefusedError,
} from './gateway/gateway.ts';
import { gatewayPlace, isByAddress } from './gateway/gateway-place.rules.ts';
import { openGateways } from './gateways.ts';
import { toGateway, isOpenOn, isRunOut } from './trade/pay.rules.ts';
import { closeTrade } from './settle.action.ts';
import type { payAuthorize, payCreate } from '@cme/contract/payment';
import { insertTrade, storePrepay, openTradeOn, type Trade } from './trade/trade.store.ts';
import { authorizeAddress, fetchOpenid } from './wechat/wechat.openid.ts';
import { isValidState, newState } from './wechat/wechat.state.ts';

const notOpen = () => new RefusalError(400, '该支付方式暂未开通', 'bad_request');
const gatewayUnavailable = () =>
  new RefusalError(
    470,
    '支付渠道暂时无法连接，订单已保留，请稍后再试或更换支付方式',
    'gateway_away',
  );
export const noOrder = () => new RefusalError(404, '订单不存在', 'not_found');

type CreateRequest = CallRequest<typeof payCreate>;

/** Opens a trade on a channel, or returns the open one. Concurrent calls get one trade and the same
 * reply. */
export async function createTrade(callRequest: CreateRequest) {
  const { context, body } = callRequest;
  if (!isOpenOn(body.channel, context.settings.pay, callRequest.site.pay_channels)) throw notOpen();
  await closeRunOut(callRequest);
  const { order, trade } = await openTrade(callRequest);
  const ready = trade.trade_status === 'waiting' ? trade : await prepare(callRequest, order, trade);
  return { ...toPaymentReply(callRequest, ready), ...countdown(ready, context.now()) };
}

/** An order may outlive its payment codes: an expired trade is replaced. */
async function closeRunOut({ context, body, person, db }: CreateRequest): Promise<void> {
  const open = await openTradeOn(db, body.order_code, body.channel);
  if (open?.user_id !== person.user_id || !isRunOut(open, context.now())) return;
  try {
    await closeTrade(context, open);
  } catch (fault) {
    if (!(fault instanceof GatewayUnavailableError || fault instanceof GatewayRefusedError))
      throw fault;
    context.log.warn({ err: fault, trade_no: open.trade_no }, 'gateway');
    throw gatewayUnavailable();
  }
}

function openTrade({
  context,
  body,
  person,
  site,
  db,
}: CreateRequest): Promise<{ order: Order; trade: Trade }> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, body.order_code);
    if (order?.user_id !== person.user_id || order.site_id !== site.site_id) throw noOrder();
    const now = context.now();
    if (order.order_status !== 'pending')
      throw new RefusalError(
        400,
        order.order_status === 'closed' ? '订单已取消，请重新下单' : '订单已支付，无需重复支付',
        'order_state',
      );
    if (order.expire_at <= now)
      throw new RefusalError(400, '订单已超时，请重新下单', 'order_state');
    const open = await openTradeOn(tx, order.order_code, body.channel);
    if (open) return { order, trade: open };
    const isTransfer = body.channel === 'offline';
    const payable = isTransfer ? await extendForTransfer(tx, order, now) : order;
    const trade = await insertTrade(tx, {
      trade_no: ulid(now.getTime()),
      site_id: order.site_id,
      user_id: order.user_id,
      order_code: order.order_code,
      channel: body.channel,
      gateway: toGateway(body.channel),
      amount_fen: order.pay_fen,
      trade_status: 'created',
      created_at: now,
      // The code is not kept for days only because a transfer may still arrive.
      expire_at: isTransfer
        ? payable.expire_at
        : new Date(Math.min(payable.expire_at.getTime(), now.getTime() + orderLifeMs)),
    });
    return { order: payable, trade };
  });
}

/** A bank transfer takes days, so the order stays open that long unless cancelled. */
async function extendForTransfer(tx: Db, order: Order, now: Date): Promise<Order> {
  const until = new Date(now.getTime() + transferLifeMs);
  await setOrder(tx, order.order_code, { expire_at: until, transfer_until: until });
  return { ...order, expire_at: until, transfer_until: until };
}

/** Calls the gateway outside of any transaction. If it is unreachable the trade remains, and the
 * retry uses its number. */
async function prepare(callRequest: CreateRequest, order: Order, trade: Trade): Promise<Trade> {
  const { context, request, site, db } = callRequest;
  const client = openGateways(context.settings.pay).get(trade.gateway);
  const openid = trade.channel === 'wx_jsapi' ? await fetchPayer(callRequest) : undefined;
  const payment = {
    ...trade,
    subject: order.subject,
    address: request.ip,
    return_url: returnUrl(context, request, site, order.order_code),
    ...(openid && { openid }),
  };
  try {
    const prepay = client ? await client.open(payment) : {};
    return (await storePrepay(db, trade.trade_no, prepay, context.now())) ?? trade;
  } catch (fault) {
    if (!(fault instanceof GatewayUnavailableError || fault instanceof GatewayRefusedError))
      throw fault;
    context.log.warn({ err: fault, trade_no: trade.trade_no }, 'gateway');
    throw gatewayUnavailable();
  }
}

function toPaymentReply({ context: { settings, now }, request }: CreateRequest, trade: Trade) {
  const { pay, mainDomain } = settings;
  const prepay = trade.prepay as Record<string, string>;
  const seen = (address: string) =>
    pay.sandbox ? gatewayPlace(address, request.headers.origin, mainDomain) : address;
  const way =
    trade.channel === 'offline'
      ? { transfer: pay.transfer && { ...pay.transfer, remark: trade.order_code } }
      : toWechatWay(openGateways(pay).get(trade.gateway)?.show(prepay, now()), seen);
  return {
    trade_no: trade.trade_no,
    channel: trade.channel as PayChannel,
    amount: yuan(trade.amount_fen),
    ...way,
    sandbox: pay.sandbox !== undefined,
  };
}

type Way = ReturnType<GatewayClient['show']>;

function toWechatWay(way: Way | undefined, seen: (address: string) => string): Way {
  const { qr_text, redirect_url } = way ?? {};
  return {
    ...way,
    ...(qr_text === undefined ? {} : { qr_text: seen(qr_text) }),
    ...(redirect_url === undefined ? {} : { redirect_url: seen(redirect_url) }),
  };
}

const countdown = ({ expire_at }: { expire_at: Date }, now: Date) => ({
  expire_at: formatTime(expire_at),
  expire_ms: expire_at.getTime(),
  server_time: now.getTime(),
});

/** The payer inside WeChat: exchanges the code from the OAuth redirect. */
async function fetchPayer({ context, body, session }: CreateRequest): Promise<string> {
  const { settings, log } = context;
  if (!settings.pay.wechat || !body.code)
    throw new RefusalError(400, '请在微信中授权后再支付', 'wechat_needed');
  const refused = new RefusalError(400, '微信授权已失效，请重新支付', 'wechat_refused');
  if (
    !isValidState(
      settings,
      { session_id: session.session_id, order_code: body.order_code },
      context.now(),
      body.state ?? '',
    )
  )
    throw refused;
  try {
    return await fetchOpenid(settings.pay.wechat, body.code);
  } catch (fault) {
    if (!(fault instanceof GatewayUnavailableError || fault instanceof GatewayRefusedError))
      throw fault;
    log.warn({ err: fault }, 'gateway');
    throw fault instanceof GatewayRefusedError ? refused : gatewayUnavailable();
  }
}

/** The OAuth URL that identifies the payer. It redirects only to the order's own payment page. */
export async function authorize({
  context,
  request,
  body,
  person,
  session,
  site,
  db,
}: CallRequest<typeof payAuthorize>) {
  const { settings } = context;
  const order = await findOwnOrder(db, person.user_id, body.order_code);
  if (!order || order.site_id !== site.site_id) throw noOrder();
  if (!settings.pay.wechat?.oauth || !isOpenOn('wx_jsapi', settings.pay, site.pay_channels))
    throw notOpen();
  const state = newState(
    settings,
    { session_id: session.session_id, order_code: order.order_code },
    context.now(),
  );
  const url = authorizeAddress(
    settings.pay.wechat,
    returnUrl(context, request, site, order.order_code),
    state,
  );
  const isSandbox = settings.pay.sandbox !== undefined;
  return { url: isSandbox ? gatewayPlace(url, request.headers.origin, settings.mainDomain) : url };
}

/** The order's payment page on the portal of its site, at the learner's host. */
function returnUrl(
  { settings }: AppContext,
  request: CreateRequest['request'],
  site: CreateRequest['site'],
  orderCode: string,
): string {
  const { origin } = request.headers;
  const seen = isSiteOrigin([site], origin, settings.port)
    ? new URL(String(origin))
    : new URL(`${request.protocol}://${site.domain}:${settings.port}`);
  // A learner who uses the test site by IP address returns to that address.
  const host =
    siteOfHost([site], plainHost(seen.hostname)) && isByAddress(seen.origin)
      ? seen.hostname
      : site.domain;
  return `${seen.protocol}//${host}${seen.port ? `:${seen.port}` : ''}/order/${orderCode}/payment`;
}
