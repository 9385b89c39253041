import type { Span } from '@cme/contract';
import { lengthOf } from '../beats/spans.ts';

/** How long each page of a document has been read, and what of it is not on its way yet. A page is a
 * stretch of the document's time line, read from its beginning on. */
export interface Dwell {
  pageSeconds: number;
  /** Seconds that each page has been read. */
  spent: readonly number[];
  pending: readonly Span[];
}

/** As the ledger knows it. */
export function dwellOf(pages: number, pageSeconds: number, ranges: readonly Span[]): Dwell {
  const spent = Array.from({ length: pages }, (_, page) => {
    const [from, to] = [page * pageSeconds, (page + 1) * pageSeconds];
    const inside = ranges.flatMap(([a, b]): Span[] =>
      b > from && a < to ? [[Math.max(a, from), Math.min(b, to)]] : [],
    );
    return lengthOf(inside);
  });
  return { pageSeconds, spent, pending: [] };
}

/** A page has been looked at for so long. What is beyond its time counts for nothing. */
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

/** Whole seconds that a page still wants. */
export const leftOf = ({ pageSeconds, spent }: Dwell, page: number): number =>
  Math.max(0, Math.ceil(pageSeconds - (spent[page] ?? pageSeconds) - 0.001));

/** The first page that still wants time, after this one and then from the beginning. */
export function nextUnread(dwell: Dwell, page: number): number | undefined {
  const order = dwell.spent.map((_, at) => (page + 1 + at) % dwell.spent.length);
  return order.find((at) => leftOf(dwell, at) > 0);
}
