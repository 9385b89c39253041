import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { keyFor } from './keys.ts';
import type { Settings } from './settings.ts';

type Secret = Pick<Settings, 'secret'>;

/** How long a stream key is good. */
export const keySeconds = 7 * 86_400;

/** What a teacher enters in OBS as the stream key: which live, until when, and proof that we gave
 * it. */
export function streamKey(settings: Secret, contentId: string, expires: number): string {
  return `${contentId}?key=${expires}.${signature(settings, contentId, expires)}`;
}

/** Whether the key that came with a stream is ours, for this live, and still good. */
export function isStreamKey(
  settings: Secret,
  contentId: string,
  given: string,
  now: Date,
): boolean {
  const [expires = '', signed = '', ...rest] = given.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires)) return false;
  if (Number(expires) * 1000 <= now.getTime()) return false;
  return isSame(signed, signature(settings, contentId, Number(expires)));
}

const signature = (settings: Secret, contentId: string, expires: number) =>
  createHmac('sha256', keyFor(settings, 'live/stream'))
    .update(JSON.stringify([contentId, expires]))
    .digest('base64url');

/** Stands in the address that the ingest calls: nobody else knows it. */
export const ingestSecret = (settings: Secret): string =>
  createHmac('sha256', keyFor(settings, 'live/ingest')).update('callbacks').digest('base64url');

export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What the ingest writes and this API reads: the living pictures, and the recordings. */
export const liveFolders = ({ dataDir }: Pick<Settings, 'dataDir'>) => ({
  hls: join(dataDir, 'live', 'hls'),
  recordings: join(dataDir, 'live', 'recordings'),
});
