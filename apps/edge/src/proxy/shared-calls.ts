import type { OutgoingCall } from './forward.ts';

/** One call to the API and the number of pages waiting for its response. */
interface SharedCall<Answer> {
  answer: Promise<Answer>;
  pages: number;
  leaving: AbortController;
}

/**
 * Equal waiting calls, such as two windows of one person, share one call to the API. It is aborted
 * when the last page disconnects.
 */
export function createSharedCalls<Answer>(
  send: (call: Omit<OutgoingCall, 'agent' | 'patience'>) => Promise<Answer>,
) {
  const calls = new Map<string, SharedCall<Answer>>();
  let pages = 0;

  function start(key: string, call: OutgoingCall): SharedCall<Answer> {
    const leaving = new AbortController();
    const answer = send({ ...call, signal: leaving.signal }).finally(
      () => calls.get(key) === shared && calls.delete(key),
    );
    const shared: SharedCall<Answer> = { answer, pages: 0, leaving };
    answer.catch(() => undefined);
    calls.set(key, shared);
    return shared;
  }

  return {
    /** Number of waiting pages and of shared calls. */
    count: () => ({ pages, calls: calls.size }),
    /** Joins a call; `leave` must be called when the page disconnects. */
    join(key: string, call: OutgoingCall): { answer: Promise<Answer>; leave(): void } {
      const shared = calls.get(key) ?? start(key, call);
      shared.pages += 1;
      pages += 1;
      const leave = () => {
        shared.pages -= 1;
        pages -= 1;
        if (shared.pages > 0) return;
        shared.leaving.abort();
        if (calls.get(key) === shared) calls.delete(key);
      };
      return { answer: shared.answer, leave };
    },
    abortAll(): void {
      for (const { leaving } of calls.values()) leaving.abort();
    },
  };
}
