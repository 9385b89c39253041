/** The watch ledger's constants; times in milliseconds. */
export const ledger = {
  beat: 15_000,
  /** A play without a beat for this long can be taken over. */
  lease: 65_000,
  /** Maximum offline time that may be credited afterwards. */
  offline: 300_000,
  /** What a beat of a first study may omit ahead of the credited position. */
  lead: 3_000,
  factor: 1.05,
  grace: 2_000,
  threshold: 0.95,
  dailyCap: 8 * 3_600_000,
} as const;
