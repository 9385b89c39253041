import { StorageError } from '@cme/storage';
import type { FastifyBaseLogger } from 'fastify';

/** The system's codes, then PostgreSQL's: disk full, out of memory, failed input or output. */
const codes = new Set('ENOSPC EDQUOT EROFS EMFILE ENFILE ENOMEM EIO 53100 53200 58030'.split(' '));
export const retrySeconds = 60;
export const fullText = '服务器存储空间暂时不足，本次内容没有保存，请稍后再试';

/** A disk, a bucket, the database or the process has no room; a retry may succeed later. */
export function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && codes.has(String(cause.code))) return true;
    if (cause instanceof StorageError && [503, 507].includes(cause.status)) return true;
  }
  return false;
}

const told = new WeakMap<object, number>();

/** One line a minute, however many calls fail. */
export function reportFull(log: Pick<FastifyBaseLogger, 'fatal'>, error: unknown): void {
  const now = performance.now();
  if (now - (told.get(log) ?? -Infinity) < retrySeconds * 1000) return;
  told.set(log, now);
  log.fatal({ err: error, alarm: 'space' }, 'no room to store');
}
