export interface RefundItem {
  order_item_id: string;
  /** Why it cannot be refunded; empty if it can. */
  blocked: string;
  /** Yuan. */
  amount: string;
}

const isOpen = ({ blocked }: RefundItem) => blocked === '';

/** A single option is preselected. */
export function getInitialChoice(items: readonly RefundItem[]): readonly string[] {
  const open = items.filter(isOpen);
  return open.length === 1 ? open.map(({ order_item_id }) => order_item_id) : [];
}

/** The refund for the selected items, in yuan. */
export function sumAmounts(items: readonly RefundItem[], chosen: readonly string[]): string {
  const fen = items
    .filter(({ order_item_id }) => chosen.includes(order_item_id))
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return (fen / 100).toFixed(2);
}
