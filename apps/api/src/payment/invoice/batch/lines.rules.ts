import type { OrderItem } from '../../order/order.store.ts';
import type { InvoiceLine } from './batch.tables.ts';

/** The lines of an order's invoice, which add up to its amount in fen. A line that was partly
 * refunded states what is left of it; if the order does not explain the amount, there is one line. */
export function listLines(
  items: readonly Pick<OrderItem, 'price_fen' | 'pay_fen' | 'refunded_fen'>[],
  amountFen: number,
): InvoiceLine[] {
  const lines = items.flatMap(({ price_fen, pay_fen, refunded_fen }) => {
    const left = pay_fen - refunded_fen;
    if (left <= 0) return [];
    const full = refunded_fen > 0 ? left : Math.max(price_fen, left);
    return [{ amount_fen: full, discount_fen: full - left }];
  });
  return sumLines(lines) === amountFen && lines.length > 0
    ? lines
    : [{ amount_fen: amountFen, discount_fen: 0 }];
}

const sumLines = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { amount_fen, discount_fen }) => sum + amount_fen - discount_fen, 0);
