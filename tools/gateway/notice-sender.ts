import type { Book } from './book.ts';
import type { GatewayTrade } from './trade.ts';
import type { Notice } from './http.ts';
import type { GatewayNotice } from './notice-queue.ts';

const timeoutMs = 5000;
const tickMs = 500;

type NoticeOf = (trade: GatewayTrade, notice: GatewayNotice) => Notice;

/** Sends due notifications until they are acknowledged. Returns a function that stops it. */
export function startNotices(book: Book, noticeOf: NoticeOf): () => void {
  const sendDue = () =>
    void Promise.all(book.takeDueNotices().map((notice) => sendNotice(book, notice, noticeOf)));
  book.onNotice(() => setImmediate(sendDue));
  const timer = setInterval(() => {
    book.closeExpired();
    sendDue();
  }, tickMs);
  return () => clearInterval(timer);
}

async function sendNotice(book: Book, notice: GatewayNotice, noticeOf: NoticeOf): Promise<void> {
  const trade = book.byKey(notice.trade);
  if (!trade?.notify_url) return book.noticeAnswered(notice);
  const refund = trade.refunds.find(({ number }) => number === notice.refund);
  try {
    const reply = await fetch(refund?.notify_url || trade.notify_url, {
      method: 'POST',
      ...noticeOf(trade, notice),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (isAnswered(trade, reply.status, await reply.text())) book.noticeAnswered(notice);
  } catch {
    // It is retried on schedule.
  }
}

const isAnswered = ({ gateway }: GatewayTrade, status: number, text: string): boolean =>
  gateway === 'wechat' ? status === 200 || status === 204 : text === 'success';
