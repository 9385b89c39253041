import type { Span } from '@cme/contract/study';
import { sumSpans } from '../beats/spans.ts';

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
export function createDwell(pages: number, pageSeconds: number, ranges: readonly Span[]): Dwell {
  const spent = Array.from({ length: pages }, (_, page) => {
    const from = page * pageSeconds;
    const to = (page + 1) * pageSeconds;
    const spansInPage = ranges.flatMap(([a, b]): Span[] =>
      b > from && a < to ? [[Math.max(a, from), Math.min(b, to)]] : [],
    );
    return sumSpans(spansInPage);
  });
  return { pageSeconds, spent, pending: [] };
}

/** Adds reading time to a page, up to its limit. */
export function addReading(dwell: Dwell, page: number, seconds: number): Dwell {
  const { pageSeconds, spent, pending } = dwell;
  const secondsBefore = spent[page] ?? pageSeconds;
  const secondsAfter = Math.min(pageSeconds, secondsBefore + seconds);
  if (secondsAfter <= secondsBefore) return dwell;
  const start = page * pageSeconds;
  const lastSpan = pending.at(-1);
  const isContinued =
    lastSpan !== undefined && Math.abs(lastSpan[1] - (start + secondsBefore)) < 0.001;
  const span: Span = [isContinued ? lastSpan[0] : start + secondsBefore, start + secondsAfter];
  return {
    pageSeconds,
    spent: spent.with(page, secondsAfter),
    pending: [...(isContinued ? pending.slice(0, -1) : pending), span],
  };
}

/** Whole seconds left for a page. */
export const getSecondsLeft = ({ pageSeconds, spent }: Dwell, page: number): number =>
  Math.max(0, Math.ceil(pageSeconds - (spent[page] ?? pageSeconds) - 0.001));

/** The next page with time left after this one, wrapping around. */
export function findNextUnread(dwell: Dwell, page: number): number | undefined {
  const order = dwell.spent.map((_, index) => (page + 1 + index) % dwell.spent.length);
  return order.find((page) => getSecondsLeft(dwell, page) > 0);
}
