import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatDay, formatTime } from '../../platform/http/format-time.ts';
import { refundedBetween } from '../refund-record/refund.store.ts';
import type { BillRow } from './gateway/gateway.ts';
import { openGateways } from './gateways.ts';
import { billDay, billDifference, type Gateway } from './trade/pay.tables.ts';
import { gatewaysOfTrades, paidBetween } from './trade/trade.store.ts';

const day = 86_400_000;
/** Bills are requested from this hour of the next day. */
const fromHour = '03';

interface Difference {
  kind:
    | 'missing_here'
    | 'missing_there'
    | 'amount'
    | 'refund_missing_here'
    | 'refund_missing_there'
    | 'refund_amount';
  number: string;
  gateway_no: string;
  ours_fen: number;
  theirs_fen: number;
}

/** Differences between bill and trades. */
function findDifferences(
  ownRows: readonly BillRow[],
  gatewayRows: readonly BillRow[],
): Difference[] {
  const differences: Difference[] = [];
  for (const kind of ['payment', 'refund'] as const) {
    const word = (name: 'missing_here' | 'missing_there' | 'amount') =>
      kind === 'payment' ? name : (`refund_${name}` as const);
    const rowsByNumber = new Map(
      ownRows.filter((row) => row.kind === kind).map((row) => [row.number, row]),
    );
    for (const row of gatewayRows.filter((row) => row.kind === kind)) {
      const ownRow = rowsByNumber.get(row.number);
      rowsByNumber.delete(row.number);
      if (ownRow?.amount_fen === row.amount_fen) continue;
      differences.push({
        kind: word(ownRow ? 'amount' : 'missing_here'),
        number: row.number,
        gateway_no: row.gateway_no,
        ours_fen: ownRow?.amount_fen ?? 0,
        theirs_fen: row.amount_fen,
      });
    }
    for (const row of rowsByNumber.values())
      differences.push({
        kind: word('missing_there'),
        number: row.number,
        gateway_no: row.gateway_no,
        ours_fen: row.amount_fen,
        theirs_fen: 0,
      });
  }
  return differences;
}

/** Reconciles yesterday's bills, once each; an unavailable bill is requested again. */
export async function compareYesterday(context: AppContext): Promise<void> {
  const now = context.now();
  if (formatTime(now).slice(11, 13) < fromHour) return;
  const yesterday = formatDay(new Date(now.getTime() - day));
  for (const gateway of openGateways(context.settings.pay).keys()) {
    const [done] = await context.db
      .select({ day: billDay.day })
      .from(billDay)
      .where(and(eq(billDay.day, yesterday), eq(billDay.gateway, gateway)));
    if (!done)
      await compareDay(context, gateway, yesterday).catch((fault: unknown) =>
        context.log.warn({ err: fault, gateway }, 'the bill is not available'),
      );
  }
}

/** False while the gateway has no bill of the day. Reconciling again replaces earlier
 * differences. */
export async function compareDay(
  context: Pick<AppContext, 'db' | 'settings' | 'now' | 'log'>,
  gateway: Gateway,
  of: string,
): Promise<boolean> {
  const gatewayRows = await openGateways(context.settings.pay).get(gateway)?.bill(of);
  if (!gatewayRows) return false;
  const differences = findDifferences(await readBooks(context.db, gateway, of), gatewayRows);
  const at = context.now();
  await context.db.transaction(async (tx) => {
    await tx
      .delete(billDifference)
      .where(and(eq(billDifference.day, of), eq(billDifference.gateway, gateway)));
    if (differences.length > 0)
      await tx
        .insert(billDifference)
        .values(differences.map((row) => ({ ...row, day: of, gateway, noted_at: at })));
    const row = { rows: gatewayRows.length, differences: differences.length, compared_at: at };
    await tx
      .insert(billDay)
      .values({ day: of, gateway, ...row })
      .onConflictDoUpdate({ target: [billDay.day, billDay.gateway], set: row });
  });
  if (differences.length > 0)
    context.log.error(
      { day: of, gateway, differences: differences.length },
      'bill and trades differ',
    );
  return true;
}

async function readBooks(db: Db, gateway: Gateway, of: string): Promise<BillRow[]> {
  const from = new Date(`${of}T00:00:00+08:00`);
  const to = new Date(from.getTime() + day);
  const payments = (await paidBetween(db, gateway, from, to)).map((row): BillRow => ({
    kind: 'payment',
    number: row.trade_no,
    gateway_no: row.gateway_no ?? '',
    amount_fen: row.amount_fen,
  }));
  const refundRows = await refundedBetween(db, from, to);
  const gateways = await gatewaysOfTrades(
    db,
    refundRows.map(({ trade_no }) => trade_no),
  );
  const refunds = refundRows
    .filter(({ trade_no }) => gateways.get(trade_no) === gateway)
    .map((row): BillRow => ({
      kind: 'refund',
      number: row.refund_no,
      gateway_no: row.gateway_no ?? '',
      amount_fen: row.amount_fen,
    }));
  return [...payments, ...refunds];
}

/** Differences of the last days, for finance staff. */
export const readDifferences = (db: Db, since: string) =>
  db
    .select()
    .from(billDifference)
    .where(sql`${billDifference.day} >= ${since}`)
    .orderBy(billDifference.day, billDifference.gateway, billDifference.number);
