/** The server's clock, carried on by the page's own stop-watch: what the learner's clock shows,
 * or is set to, does not matter. */
export function openClock() {
  let ahead = 0;
  /** Milliseconds by which `ahead` may be wrong. */
  let error = Infinity;
  return {
    /** The server's time in a reply, and when (`performance.now()`) its request was sent: the server
     * wrote it somewhere between. A slower reply corrects only what it contradicts. */
    sync(serverTime: number, sentAt: number): void {
      const now = performance.now();
      const half = (now - sentAt) / 2;
      const next = serverTime - sentAt - half;
      if (half >= error && Math.abs(next - ahead) <= half) return;
      ahead = next;
      error = half;
    },
    /** Milliseconds, as the server counts them. */
    now: (): number => performance.now() + ahead,
  };
}
export type Clock = ReturnType<typeof openClock>;

/** A moment as the wire spells it, in milliseconds. */
export const momentOf = (wireTime: string): number =>
  Date.parse(`${wireTime.replace(' ', 'T')}+08:00`);
