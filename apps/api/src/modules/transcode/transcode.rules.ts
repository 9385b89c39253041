import type { transcodeStatuses } from '@cme/contract';

export type TranscodeStatus = (typeof transcodeStatuses)[number];

export const transcodeNames: Readonly<Record<TranscodeStatus, string>> = {
  waiting: '等待转码',
  running: '转码中',
  done: '已完成',
  failed: '转码失败',
};

/** A process that works renews this; the work of one that was killed is taken up by another. */
export const leaseMs = 25_000;
/** After so many tries, those of killed processes among them, it has failed. */
export const mostTries = 5;
/** How long a machine without ffmpeg waits before it looks again. */
export const missingMs = 60_000;

/** Each try waits longer than the one before. */
export const pauseAfter = (tries: number): number => 30_000 * 2 ** (tries - 1);
