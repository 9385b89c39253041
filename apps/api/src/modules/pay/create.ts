import { ulid } from 'ulid';
import type { Ask } from '../../answer.ts';
import type { House } from '../../house.ts';
import type { PayChannel } from '../../pay-settings.ts';
import { Refusal } from '../../refusal.ts';
import { wireTime } from '../../wire-time.ts';
import { yuan } from '../catalogue/catalogue.rules.ts';
import { lockOrder, type Order } from '../order/order.store.ts';
import { isOriginOf } from '../site/site.rules.ts';
import { GatewayAway, GatewayRefused } from './gateway.ts';
import { gatewaysOf } from './gateways.ts';
import { gatewayOf } from './pay.rules.ts';
import type { payCreate } from '@cme/contract';
import { insertTrade, keepPrepay, openTradeOn, type Trade } from './trade.store.ts';

export const noOrder = () => new Refusal(404, '订单不存在', 'not_found');

type CreateAsk = Ask<typeof payCreate>;

/** Opens a trade on a channel, or goes on with the one that is open on it. However many ask at once: one trade, one answer. */
export async function createTrade(ask: CreateAsk) {
  const { house, body, person } = ask;
  if (!house.settings.pay.channels.includes(body.channel)) throw new Refusal(400, '该支付方式暂未开通', 'bad_request');
  const openid = body.openid ?? (house.settings.pay.sandbox ? `sandbox-${person.user_id}` : undefined);
  if (body.channel === 'wx_jsapi' && !openid) throw new Refusal(400, '请在微信中授权后再支付', 'bad_request');
  const { order, trade } = await openTrade(ask);
  const ready = trade.trade_status === 'waiting' ? trade : await prepare(ask, order, trade, openid);
  return { ...shown(house, ready), ...countdown(order, house.now()) };
}

function openTrade({ house, body, person, site, db }: CreateAsk): Promise<{ order: Order; trade: Trade }> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, body.order_code);
    if (order?.user_id !== person.user_id || order.site_id !== site.site_id) throw noOrder();
    const now = house.now();
    if (order.order_status !== 'pending') throw new Refusal(400, order.order_status === 'closed' ? '订单已关闭，请重新下单' : '订单已支付，无需重复支付', 'order_state');
    if (order.expire_at <= now) throw new Refusal(400, '订单已超时，请重新下单', 'order_state');
    const open = await openTradeOn(tx, order.order_code, body.channel);
    if (open) return { order, trade: open };
    const trade = await insertTrade(tx, {
      trade_no: ulid(now.getTime()), site_id: order.site_id, user_id: order.user_id, order_code: order.order_code, channel: body.channel, gateway: gatewayOf(body.channel),
      amount_fen: order.pay_fen, trade_status: 'created', created_at: now, expire_at: order.expire_at,
    });
    return { order, trade };
  });
}

/** Asks the gateway outside of any transaction. When it cannot be reached the trade stays, and the next try uses its number again. */
async function prepare({ house, request, site, db }: CreateAsk, order: Order, trade: Trade, openid: string | undefined): Promise<Trade> {
  const client = gatewaysOf(house.settings.pay).get(trade.gateway);
  const payment = { ...trade, subject: order.subject, address: request.ip, return_url: returnUrl(house, request, site, order.order_code), ...(openid && { openid }) };
  try {
    const prepay = client ? await client.open(payment) : {};
    return (await keepPrepay(db, trade.trade_no, prepay, house.now())) ?? trade;
  } catch (fault) {
    if (!(fault instanceof GatewayAway || fault instanceof GatewayRefused)) throw fault;
    house.log.warn({ err: fault, trade_no: trade.trade_no }, 'gateway');
    throw new Refusal(470, '支付渠道暂时无法连接，订单已保留，请稍后再试或更换支付方式', 'gateway_away');
  }
}

function shown({ settings: { pay }, now }: House, trade: Trade) {
  const prepay = trade.prepay as Record<string, string>;
  const way = trade.channel === 'offline'
    ? { transfer: pay.transfer && { ...pay.transfer, remark: trade.order_code } }
    : gatewaysOf(pay).get(trade.gateway)?.show(prepay, now());
  return { trade_no: trade.trade_no, channel: trade.channel as PayChannel, amount: yuan(trade.amount_fen), ...way, sandbox: pay.sandbox !== undefined };
}

export const countdown = ({ expire_at }: { expire_at: Date }, now: Date) => ({ expire_at: wireTime(expire_at), expire_ms: expire_at.getTime(), server_time: now.getTime() });

/** The order's payment page on the portal of its site, as seen from where the learner is. */
function returnUrl({ settings }: House, request: CreateAsk['request'], site: CreateAsk['site'], orderCode: string): string {
  const { origin } = request.headers;
  const seen = isOriginOf([site], origin, settings.port) ? new URL(String(origin)) : new URL(`${request.protocol}://${site.domain}:${settings.port}`);
  return `${seen.protocol}//${site.domain}${seen.port ? `:${seen.port}` : ''}/order/${orderCode}/payment`;
}
