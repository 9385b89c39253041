import { randomInt } from 'node:crypto';

export interface GatewayNotice {
  id: string;
  /** Key of the trade, as `keyOf` makes it. */
  trade: string;
  /** The refund it reports; empty for the payment. */
  refund: string;
  tries: number;
  next_at: number;
}

/** Retry delays of a notification; real gateways retry for a day. */
const schedule = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** Notifications that are not acknowledged yet. */
export function createNoticeQueue(stored: GatewayNotice[], now: () => number) {
  let notices = stored;
  return {
    all: () => notices,
    add(trade: string, refund: string, copies: number): void {
      const id = `EV-${now()}${randomInt(10 ** 9)}`;
      for (let copy = 0; copy < copies; copy += 1)
        notices.push({ id, trade, refund, tries: 0, next_at: now() });
    },
    /** Returns the due notifications. Each counts as attempted, and is removed after its last
     * retry. */
    takeDue(): GatewayNotice[] {
      const due = notices.filter(({ next_at }) => next_at <= now());
      for (const notice of due) {
        notice.tries += 1;
        notice.next_at = now() + (schedule[notice.tries] ?? Infinity);
      }
      notices = notices.filter(({ next_at }) => Number.isFinite(next_at));
      return due;
    },
    remove(notice: GatewayNotice): void {
      notices = notices.filter((other) => other !== notice);
    },
  };
}
