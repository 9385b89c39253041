import type { FastifyReply } from 'fastify';
import type { SignedIn } from '../../../platform/context/context.ts';

const longestMs = 25_000;
const tickMs = 1000;
/** More than any realistic number of tabs; beyond it the oldest call is answered. */
const perSession = 20;
/** Sessions per query; the queries are spread over the second, so that other calls do not wait
 * long. */
const perLook = 1000;

export interface Watcher extends SignedIn {
  /** The count that the page shows. */
  known: string | undefined;
  /** The waiting connection: skipped once it is closed. */
  socket: FastifyReply['raw'];
}

export interface WatchReply {
  signed_in: 'Y' | 'N';
  unread_count: number;
}

/** One query for all: ids of active sessions, and the unread count per user_id. */
export type ReadChanges = (
  watched: readonly SignedIn[],
) => Promise<{ living: ReadonlySet<string>; unread: ReadonlyMap<string, number> }>;

interface Waiter extends Watcher {
  until: number;
  answer(news: WatchReply): void;
}

/** Long polling for the end of a session or new messages, with one query per second for all waiting
 * pages. It reads the database, so changes by other processes are noticed. */
export function createSessionWatch(readChanges: ReadChanges, onError: (error: unknown) => void) {
  const waiters = new Set<Waiter>();
  const bySession = new Map<string, Set<Waiter>>();
  let isTicking = false;

  async function tick(): Promise<void> {
    const waiting = [...waiters];
    const slices = Math.ceil(waiting.length / perLook);
    for (let index = 0; index < slices && waiters.size > 0; index += 1) {
      await notifyWaiters(waiting.slice(index * perLook, (index + 1) * perLook)).catch(onError);
      if (waiters.size > 0) await new Promise((resolve) => setTimeout(resolve, tickMs / slices));
    }
  }

  async function notifyWaiters(waiting: Waiter[]): Promise<void> {
    const { living, unread } = await readChanges(waiting.filter((waiter) => waiters.has(waiter)));
    for (const waiter of waiting) {
      const news = living.has(waiter.session.session_id)
        ? { signed_in: 'Y' as const, unread_count: unread.get(waiter.person.user_id) ?? 0 }
        : sessionEnded;
      if (isNews(waiter, news)) settle(waiter, news);
    }
  }

  async function run(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    while (waiters.size > 0) await tick();
    isTicking = false;
  }

  function settle(waiter: Waiter, news: WatchReply): void {
    if (!waiters.delete(waiter)) return;
    const others = bySession.get(waiter.session.session_id);
    others?.delete(waiter);
    if (others?.size === 0) bySession.delete(waiter.session.session_id);
    waiter.answer(news);
  }

  function wait(watching: Watcher): Promise<WatchReply> {
    return new Promise((answer) => {
      const waiter = { ...watching, until: performance.now() + longestMs, answer };
      const { session_id } = watching.session;
      const [first] = bySession.get(session_id) ?? [];
      if (first && (bySession.get(session_id)?.size ?? 0) >= perSession)
        settle(first, unchanged(first));
      bySession.set(session_id, (bySession.get(session_id) ?? new Set()).add(waiter));
      waiters.add(waiter);
      watching.socket.once('close', () => settle(waiter, unchanged(waiter)));
      void run();
    });
  }

  return { wait, endAll: () => waiters.forEach((waiter) => settle(waiter, unchanged(waiter))) };
}

const sessionEnded: WatchReply = { signed_in: 'N', unread_count: 0 };
/** The page's value is untrusted: only a count is returned. */
function unchanged({ known }: Watcher): WatchReply {
  const count = Number(known ?? 0);
  return { signed_in: 'Y', unread_count: Number.isSafeInteger(count) && count > 0 ? count : 0 };
}

const isNews = (waiter: Waiter, news: WatchReply) =>
  news.signed_in === 'N' ||
  waiter.known !== String(news.unread_count) ||
  performance.now() >= waiter.until;
