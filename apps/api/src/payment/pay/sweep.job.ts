import type { AppContext } from '../../platform/context/context.ts';
import { findOrder } from '../order/order.store.ts';
import { GatewayUnavailableError } from './gateway/gateway.ts';
import { isRunOut } from './trade/pay.rules.ts';
import type { Gateway } from './trade/pay.tables.ts';
import { compareYesterday } from './reconcile.job.ts';
import { closeTrade, settleTrade } from './settle.action.ts';
import { claimDue, type Trade } from './trade/trade.store.ts';

const minute = 60_000;
const everyMs = 15_000;
/** Retry interval for a missing bill or an unreachable gateway. */
const compareEveryMs = 10 * minute;
/** Age of a trade at its first query, and the interval: a lost notification delays a learner by
 * less than two minutes. */
const waitsMs = minute;
const againMs = 45_000;
const batchSize = 100;
const atOnce = 4;

/** Queries the gateways about pending refunds. */
export type RefundCheck = () => Promise<void>;

/** Queries trades whose notification may have been lost, and closes trades whose order is closed or
 * outlives them. Safe in any number of processes. */
export async function sweepTrades(context: AppContext, checkRefunds: RefundCheck): Promise<void> {
  const now = context.now();
  const since = (span: number) => new Date(now.getTime() - span);
  const queue = await claimDue(context.db, now, {
    olderThan: since(waitsMs),
    notAskedSince: since(againMs),
    most: batchSize,
  });
  const unavailableGateways = new Set<Gateway>();
  const worker = async () => {
    for (let trade = queue.shift(); trade && !context.stopping.aborted; trade = queue.shift())
      await sweepOne(context, trade, unavailableGateways);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await checkRefunds();
}

/** An unresponsive gateway is called once per sweep, not for every trade. */
async function sweepOne(
  context: AppContext,
  trade: Trade,
  unavailableGateways: Set<Gateway>,
): Promise<void> {
  if (unavailableGateways.has(trade.gateway)) return;
  try {
    const state = await settleTrade(context, trade);
    const order = await findOrder(context.db, trade.order_code);
    const isGone =
      order?.order_status !== 'pending' ||
      (isRunOut(trade, context.now()) && order.expire_at > context.now());
    if (isGone && (state === 'waiting' || state === 'unknown')) await closeTrade(context, trade);
  } catch (fault) {
    if (fault instanceof GatewayUnavailableError) unavailableGateways.add(trade.gateway);
    context.log.warn({ err: fault, trade_no: trade.trade_no }, 'querying a trade failed');
  }
}

/** Runs the sweep, and daily the reconciliation, until it is stopped. */
export function startSweeping(context: AppContext, checkRefunds: RefundCheck): () => void {
  if (context.settings.pay.channels.length === 0) return () => undefined;
  let busy = false;
  let compared = -Infinity;
  const work = async () => {
    await sweepTrades(context, checkRefunds);
    if (performance.now() - compared < compareEveryMs) return;
    compared = performance.now();
    await compareYesterday(context);
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void work()
      .catch((fault: unknown) => context.log.error({ err: fault }, 'sweep of trades failed'))
      .finally(() => (busy = false));
  }, everyMs);
  return () => clearInterval(timer);
}
