import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import type { Trade } from './trade/trade.store.ts';
import { sendQueue } from '../refund-record/refund.queues.ts';
import { insertRefund } from '../refund-record/refund.store.ts';

const reasons = {
  late: '订单已取消，款项原路退回',
  duplicate: '重复付款，款项原路退回',
  amount: '支付金额与订单不符，款项原路退回',
} as const;
const explanations = {
  late: '您的付款到账时订单已取消，且所购内容已无法购买',
  duplicate: '该订单已支付成功，我们收到了您的重复付款',
  amount: '您的付款金额与订单金额不一致',
} as const;

interface MoneyReturn {
  trade: Trade;
  kind: keyof typeof reasons;
  /** The whole amount of the trade unless given. */
  amountFen?: number;
}

/** Refunds a payment that pays nothing: approved automatically, once per trade, with a message to
 * the learner. */
export async function returnMoney(
  tx: Db,
  jobs: Jobs,
  { trade, kind, amountFen = trade.amount_fen }: MoneyReturn,
  at: Date,
): Promise<void> {
  const refund_no = ulid(at.getTime());
  const { site_id, user_id, order_code, trade_no } = trade;
  const created = await insertRefund(tx, {
    refund_no,
    site_id,
    user_id,
    order_code,
    trade_no,
    kind,
    request_id: `${kind} ${trade_no}`,
    amount_fen: amountFen,
    reason: reasons[kind],
    refund_status: 'approved',
    audit_by: 'system',
    audit_at: at,
    created_at: at,
  });
  if (!created) return;
  await jobs.enqueue(tx, sendQueue, { refund_no });
  await insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'order',
      title: '款项退回通知',
      text: `${explanations[kind]}，${yuan(amountFen)} 元将原路退回，请留意到账情况。`,
      link_type: 'order',
      link_id: order_code,
      created_at: at,
    },
  ]);
}
