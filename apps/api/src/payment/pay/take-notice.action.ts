import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import { checkQueue } from '../refund-record/refund.queues.ts';
import { recordIncident } from './audit.store.ts';
import { type Booked, bookTrade } from './book-trade.action.ts';
import type { Notice } from './gateway/gateway.ts';
import { closeNotice, storeNotice } from './notice.store.ts';
import type { Gateway } from './trade/pay.tables.ts';

export interface ReceivedNotice {
  gateway: Gateway;
  raw: Buffer;
  headers: Record<string, string>;
  address: string;
}

/** Processes a verified notification: it is stored first, then everything happens in one
 * transaction. A processed one is acknowledged again; one that was only stored is processed now.
 * False: the trade is not ours. */
export async function processNotice(
  context: AppContext,
  notice: Notice,
  { gateway, raw, headers, address }: ReceivedNotice,
): Promise<boolean> {
  const at = context.now();
  const stored = await storeNotice(context.db, {
    id: ulid(at.getTime()),
    gateway,
    notice_key: notice.key,
    kind: notice.kind,
    trade_no: notice.trade_no,
    gateway_no: notice.gateway_no,
    raw: raw.toString('utf8'),
    headers,
    received_at: at,
  });
  if (stored.result !== 'new') return stored.result !== 'unknown';
  const result = await handleNotice(context, notice, gateway);
  if (result === 'unknown')
    await recordIncident(context.db, at, {
      gateway,
      event: 'unknown_trade',
      reason: 'no trade of ours',
      trade_no: notice.trade_no,
      address,
      body: raw,
    });
  await closeNotice(context.db, stored.id, result, context.now());
  return result !== 'unknown';
}

async function handleNotice(
  context: AppContext,
  notice: Notice,
  gateway: Gateway,
): Promise<Booked | 'checked' | 'ignored'> {
  if (notice.paid) return bookTrade(context, gateway, notice.trade_no, notice.paid);
  // A refund notification is only a hint: its state is queried at the gateway.
  if (notice.kind !== 'refund') return 'ignored';
  await context.db.transaction((tx) =>
    context.jobs.enqueue(tx, checkQueue, { trade_no: notice.trade_no }),
  );
  return 'checked';
}
