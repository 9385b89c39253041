import type { transcodeStatuses } from '@cme/contract/content';

export type TranscodeStatus = (typeof transcodeStatuses)[number];

export const transcodeNames: Readonly<Record<TranscodeStatus, string>> = {
  waiting: '等待转码',
  running: '转码中',
  done: '已完成',
  failed: '转码失败',
};

/** The lease of an attempt, renewed by its process; when it expires another process takes over. */
export const leaseMs = 25_000;
/** Maximum attempts, including those of killed processes. */
export const mostTries = 5;
/** How long a machine without ffmpeg waits before it checks again. */
export const missingMs = 60_000;

/** Each attempt is delayed longer than the previous one. */
export const pauseAfter = (tries: number): number => 30_000 * 2 ** (tries - 1);
