import { randomInt } from 'node:crypto';

export interface GatewayNotice {
  id: string;
  /** Key of the trade, as `keyOf` makes it. */
  trade: string;
  /** Refund that it tells of; empty for the payment. */
  refund: string;
  tries: number;
  next_at: number;
}

/** Waits between the tries of a notice; real gateways take a day for theirs. */
const schedule = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** Notices that are not answered yet. */
export function openNoticeQueue(stored: GatewayNotice[], now: () => number) {
  let notices = stored;
  return {
    all: () => notices,
    add(trade: string, refund: string, copies: number): void {
      const id = `EV-${now()}${randomInt(10 ** 9)}`;
      for (let copy = 0; copy < copies; copy += 1)
        notices.push({ id, trade, refund, tries: 0, next_at: now() });
    },
    /** Notices whose time has come. Each counts as tried now, and leaves the queue when the
     * schedule is over. */
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
