import type { CallRequest } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { payStatus } from '@cme/contract/payment';
import { nameService } from '../../platform/sites/service.rules.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { closeReasonNames, transferUntil } from '../order/order.rules.ts';
import { findOwnOrder, readOrderItems, type Order } from '../order/order.store.ts';
import { readRefunds } from '../refund-record/refund.store.ts';
import { noOrder } from './create.action.ts';
import { isOpenTrade } from './trade/pay.rules.ts';
import { settleTrades } from './settle.action.ts';
import { claimQuery, type Trade, readTrades } from './trade/trade.store.ts';

/** Minimum interval of gateway queries for a waiting learner, and minimum age of the trade. */
const queryEveryMs = 6000;

/** The payment state of an order. The reply does not wait for the gateway, which is queried in the
 * background for the next poll. */
export async function readPayStatus({
  body,
  person,
  site,
  context,
  db,
}: CallRequest<typeof payStatus>) {
  const order = await findOwnOrder(db, person.user_id, body.order_code);
  if (!order || order.site_id !== site.site_id) throw noOrder();
  const now = context.now();
  const [trades, refunds, items] = [
    await readTrades(db, order.order_code),
    await readRefunds(db, [order.order_code]),
    await readOrderItems(db, order.order_code),
  ];
  if (
    order.order_status === 'pending' &&
    trades.some(({ trade_status }) => isOpenTrade(trade_status))
  )
    queryInBackground(context, order.order_code, now);
  const returning = refunds.find(({ kind }) => kind === 'late' || kind === 'duplicate');
  const isPaidTwice = returning?.kind === 'duplicate';
  const course_id = items.find(({ deliver_status }) => deliver_status === 'done')?.courses[0] ?? '';
  const state = getPayState(
    order,
    trades,
    returning?.kind === 'late' ? returning.refund_status : undefined,
  );
  return {
    pay_state: state,
    order_status: order.order_status,
    message: nameService(getPayMessage(state, order, trades, isPaidTwice, course_id !== ''), site),
    amount: yuan(order.pay_fen),
    expire_ms: order.expire_at.getTime(),
    transfer_until: transferUntil(order),
    server_time: now.getTime(),
    course_id,
    paid_twice: isPaidTwice ? ('Y' as const) : ('N' as const),
  };
}

type State = 'waiting' | 'paid' | 'failed' | 'closed' | 'late' | 'refunded';

function getPayState(
  { order_status }: Order,
  trades: readonly Trade[],
  isLate: string | undefined,
): State {
  if (order_status === 'refunded') return 'refunded';
  if (order_status === 'closed')
    return isLate === undefined ? 'closed' : isLate === 'success' ? 'refunded' : 'late';
  if (order_status !== 'pending') return 'paid';
  return trades[0] &&
    ['failed', 'closed'].includes(trades[0].trade_status) &&
    !trades.some(({ trade_status }) => isOpenTrade(trade_status))
    ? 'failed'
    : 'waiting';
}

function getPayMessage(
  state: State,
  order: Order,
  trades: readonly Trade[],
  isPaidTwice: boolean,
  isDelivered: boolean,
): string {
  if (state === 'paid' && isPaidTwice) return '支付成功。检测到重复付款，多付的款项将原路退回';
  if (state === 'paid') return isDelivered ? '支付成功' : '支付成功，正在为您开通课程';
  if (trades.some(({ held }) => held !== '') && state !== 'refunded')
    return '收到的金额与订单不符，款项已暂存，请联系客服处理';
  if (state === 'failed') return '支付未成功，您可以重新支付';
  if (state === 'late') return '款项到账时订单已取消，正在为您原路退回';
  if (state === 'refunded')
    return order.order_status === 'closed' ? '订单已取消，款项已原路退回' : '款项已原路退回';
  if (state === 'closed') {
    const reason = order.close_reason ? closeReasonNames[order.close_reason] : '订单已取消';
    return order.transfer_until
      ? `${reason}。如已汇款，到账后将恢复订单或原路退回`
      : `${reason}，需要时可以重新下单`;
  }
  return order.transfer_until ? '等待对公转账到账' : '等待支付';
}

function queryInBackground(context: AppContext, orderCode: string, now: Date): void {
  const work = async () => {
    if (await claimQuery(context.db, orderCode, now, new Date(now.getTime() - queryEveryMs)))
      await settleTrades(context, orderCode);
  };
  void work().catch(
    (fault: unknown) =>
      context.stopping.aborted ||
      context.log.info(
        { err: fault, order_code: orderCode },
        'querying the trades of an order failed',
      ),
  );
}
