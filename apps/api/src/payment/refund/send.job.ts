import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { revokeLearnings } from '../../study/learning/revoke.action.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { setRefunded, setRefundFailed } from '../order/book.action.ts';
import { lockOrder } from '../order/order.store.ts';
import { GatewayRefusedError, type RefundReport } from '../pay/gateway/gateway.ts';
import { openGateways } from '../pay/gateways.ts';
import { lockTrade, moveTrade, type Trade } from '../pay/trade/trade.store.ts';
import { checkQueue, sendQueue } from '../refund-record/refund.queues.ts';
import {
  findRefund,
  itemsOfRefund,
  lockRefund,
  moveRefund,
  type Refund,
  findOpenClaim,
  touchRefund,
  readRefundsInProgress,
} from '../refund-record/refund.store.ts';
import type { CompletionEffects } from '../../study/learning/completion.effects.ts';

type PaymentContext = Pick<AppContext, 'db' | 'jobs' | 'now' | 'settings' | 'log'>;

const minute = 60_000;
const batchSize = 50;

export function watchRefunds(context: AppContext, completion: CompletionEffects): void {
  context.jobs.define<{ refund_no: string }>(sendQueue, ({ refund_no }) =>
    sendRefund(context, completion, refund_no),
  );
  context.jobs.define<{ trade_no: string }>(checkQueue, async ({ trade_no }) => {
    for (const { refund_no } of await readRefundsInProgress(context.db, trade_no))
      await sendRefund(context, completion, refund_no);
  });
}

/** Sends an approved refund to the gateway, or queries one that was sent. Its number makes sending
 * idempotent. A bank transfer is refunded manually: staff complete it. */
export async function sendRefund(
  context: PaymentContext,
  completion: CompletionEffects,
  refundNo: string,
): Promise<void> {
  const trade = await begin(context, refundNo);
  const refund = await findRefund(context.db, refundNo);
  const client = trade && openGateways(context.settings.pay).get(trade.gateway);
  if (!trade || !client || refund?.refund_status !== 'processing') return;
  try {
    const report = refund.tries > 1 ? await client.queryRefund(refund) : undefined;
    const now =
      report && report.state !== 'unknown'
        ? report
        : await client.refund({ ...refund, total_fen: trade.amount_fen });
    await endRefund(context, completion, refundNo, now);
  } catch (fault) {
    if (!(fault instanceof GatewayRefusedError)) throw fault;
    await endRefund(
      context,
      completion,
      refundNo,
      { state: 'failed', gateway_no: '', amount_fen: 0 },
      fault.code,
    );
  }
}

async function begin({ db, now }: PaymentContext, refundNo: string): Promise<Trade | undefined> {
  return db.transaction(async (tx) => {
    const existing = await findRefund(tx, refundNo);
    if (!existing) return undefined;
    await lockOrder(tx, existing.order_code);
    const trade = await lockTrade(tx, existing.trade_no);
    const refund = await lockRefund(tx, refundNo);
    if (!trade || !refund || !['approved', 'processing'].includes(refund.refund_status))
      return undefined;
    const at = now();
    if (refund.refund_status === 'processing') {
      await touchRefund(tx, refund, at);
      return trade;
    }
    await moveRefund(
      tx,
      refund,
      'processing',
      { actor_type: 'system', actor_id: '', at },
      { tries: refund.tries + 1, asked_at: at },
    );
    if (trade.trade_status === 'succeeded' || trade.trade_status === 'partial_refunded')
      await moveTrade(tx, trade, 'refunding', { reason: refundNo, at });
    return trade;
  });
}

/** Records the result of a refund: refund, trade, order, enrolments and the message in one
 * transaction, once. */
export async function endRefund(
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  completion: CompletionEffects,
  refundNo: string,
  report: RefundReport,
  reasonText = '',
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const existing = await findRefund(tx, refundNo);
    const order = existing && (await lockOrder(tx, existing.order_code));
    const trade = existing && (await lockTrade(tx, existing.trade_no));
    const refund = existing && (await lockRefund(tx, refundNo));
    if (!order || !trade || refund?.refund_status !== 'processing') return;
    const at = context.now();
    const system = { actor_type: 'system' as const, actor_id: '', at };
    if (report.state === 'success' && report.amount_fen === refund.amount_fen) {
      const refunded_fen = trade.refunded_fen + refund.amount_fen;
      await moveRefund(tx, refund, 'success', system, {
        gateway_no: report.gateway_no,
        finished_at: at,
      });
      await moveTrade(
        tx,
        trade,
        refunded_fen >= trade.amount_fen ? 'refunded' : 'partial_refunded',
        { reason: refundNo, at },
        { refunded_fen },
      );
      if (refund.kind === 'learner') {
        const items = await itemsOfRefund(tx, refundNo);
        for (const { order_item_id } of items)
          await revokeLearnings(tx, completion, { source: 'order', source_id: order_item_id }, at);
        await setRefunded(tx, order, items, at);
      }
      await notifyLearner(
        tx,
        refund,
        '退款成功',
        `您的退款 ${yuan(refund.amount_fen)} 元已原路退回，请留意到账情况。`,
        at,
      );
    } else if (report.state === 'failed' || report.state === 'success') {
      await moveRefund(tx, refund, 'failed', {
        ...system,
        reason: reasonText || `${report.state} ${report.amount_fen}`,
      });
      if (trade.trade_status === 'refunding')
        await moveTrade(tx, trade, trade.refunded_fen > 0 ? 'partial_refunded' : 'succeeded', {
          reason: refundNo,
          at,
        });
      if (refund.kind === 'learner') await setRefundFailed(tx, context.jobs, order, at);
    }
  });
}

export const notifyLearner = (
  tx: Db,
  { site_id, user_id, order_code }: Refund,
  title: string,
  text: string,
  at: Date,
): Promise<void> =>
  insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'order',
      title,
      text,
      link_type: 'order',
      link_id: order_code,
      created_at: at,
    },
  ]);

/** Refunds whose reply was lost or that the gateway is still processing. */
export async function checkRefunds(
  context: AppContext,
  completion: CompletionEffects,
): Promise<void> {
  const now = context.now();
  for (const { refund_no } of await findOpenClaim(
    context.db,
    now,
    new Date(now.getTime() - minute),
    batchSize,
  )) {
    await sendRefund(context, completion, refund_no).catch((fault: unknown) =>
      context.log.warn({ err: fault, refund_no }, 'querying a refund failed'),
    );
  }
}
