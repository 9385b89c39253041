import type { Span } from '@cme/contract';
import { lengthOf } from '../beats/spans.ts';

/**
 * Reading time of each page of a document, and what of it has not been sent yet. Each page is a
 * range of the document's timeline, filled from its start.
 */
export interface Dwell {
  pageSeconds: number;
  /** Seconds spent on each page. */
  spent: readonly number[];
  pending: readonly Span[];
}

/** From the spans in the ledger. */
export function dwellOf(pages: number, pageSeconds: number, ranges: readonly Span[]): Dwell {
  const spent = Array.from({ length: pages }, (_, page) => {
    const from = page * pageSeconds;
    const to = (page + 1) * pageSeconds;
    const inside = ranges.flatMap(([a, b]): Span[] =>
      b > from && a < to ? [[Math.max(a, from), Math.min(b, to)]] : [],
    );
    return lengthOf(inside);
  });
  return { pageSeconds, spent, pending: [] };
}

/** Adds reading time to a page, up to its limit. */
export function read(dwell: Dwell, page: number, seconds: number): Dwell {
  const { pageSeconds, spent, pending } = dwell;
  const before = spent[page] ?? pageSeconds;
  const after = Math.min(pageSeconds, before + seconds);
  if (after <= before) return dwell;
  const start = page * pageSeconds;
  const last = pending.at(-1);
  const goesOn = last !== undefined && Math.abs(last[1] - (start + before)) < 0.001;
  const span: Span = [goesOn ? last[0] : start + before, start + after];
  return {
    pageSeconds,
    spent: spent.with(page, after),
    pending: [...(goesOn ? pending.slice(0, -1) : pending), span],
  };
}

/** Whole seconds left for a page. */
export const leftOf = ({ pageSeconds, spent }: Dwell, page: number): number =>
  Math.max(0, Math.ceil(pageSeconds - (spent[page] ?? pageSeconds) - 0.001));

/** The next page with time left after this one, wrapping around. */
export function nextUnread(dwell: Dwell, page: number): number | undefined {
  const order = dwell.spent.map((_, index) => (page + 1 + index) % dwell.spent.length);
  return order.find((at) => leftOf(dwell, at) > 0);
}
