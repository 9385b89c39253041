import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { keyFor } from './keys.ts';
import type { Settings } from './settings.ts';

type Secret = Pick<Settings, 'secret'>;

/** Validity of a stream key. */
export const keySeconds = 7 * 86_400;

/** The stream key that a teacher enters in OBS: the live, expiry, and signature. */
export function streamKey(settings: Secret, contentId: string, expires: number): string {
  return `${contentId}?key=${expires}.${signature(settings, contentId, expires)}`;
}

/** Verifies a stream key for this live. */
export function isStreamKey(
  settings: Secret,
  contentId: string,
  received: string,
  now: Date,
): boolean {
  const [expires = '', signed = '', ...rest] = received.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires)) return false;
  if (Number(expires) * 1000 <= now.getTime()) return false;
  return isSame(signed, signature(settings, contentId, Number(expires)));
}

const signature = (settings: Secret, contentId: string, expires: number) =>
  createHmac('sha256', keyFor(settings, 'live/stream'))
    .update(JSON.stringify([contentId, expires]))
    .digest('base64url');

/** Secret part of the callback URL of the ingest. */
export const ingestSecret = (settings: Secret): string =>
  createHmac('sha256', keyFor(settings, 'live/ingest')).update('callbacks').digest('base64url');

export function isSame(received: string, right: string): boolean {
  const a = Buffer.from(received);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Folders that the ingest writes and this API reads: HLS and recordings. */
export const liveFolders = ({ dataDir }: Pick<Settings, 'dataDir'>) => ({
  hls: join(dataDir, 'live', 'hls'),
  recordings: join(dataDir, 'live', 'recordings'),
});
