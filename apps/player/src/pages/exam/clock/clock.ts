/**
 * The server's clock, advanced by `performance.now()`, so that the device's own clock does not
 * matter.
 */
export function createClock() {
  let offset = 0;
  /** Maximum error of `offset` in milliseconds. */
  let error = Infinity;
  return {
    /**
     * Synchronizes with the server's time of a response, given when (`performance.now()`) its
     * request was sent and answered: the server stamped it somewhere in between. A slower response
     * only corrects an estimate that it contradicts.
     */
    sync(serverTime: number, sentAt: number, answeredAt = performance.now()): void {
      const halfRoundTrip = (answeredAt - sentAt) / 2;
      const nextOffset = serverTime - sentAt - halfRoundTrip;
      if (halfRoundTrip >= error && Math.abs(nextOffset - offset) <= halfRoundTrip) return;
      offset = nextOffset;
      error = halfRoundTrip;
    },
    /** The server's current time in milliseconds. */
    now: (): number => performance.now() + offset,
  };
}
export type Clock = ReturnType<typeof createClock>;

/** Milliseconds of a time from the API. */
export const parseTime = (wireTime: string): number =>
  Date.parse(`${wireTime.replace(' ', 'T')}+08:00`);
