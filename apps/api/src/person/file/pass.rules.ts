import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../platform/settings/keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Lifetime of a file URL. */
export const passSeconds = 600;

/** How long after that a download which has begun may be resumed after an interruption. */
export const resumableMs = 3.5 * 3_600_000;

const proof = (settings: Pick<Settings, 'secret'>, fileId: string, until: number) =>
  createHmac('sha256', keyFor(settings, 'file/download'))
    .update(`${fileId}/${until}`)
    .digest()
    .subarray(0, 24);

/** A pass that opens one file until it expires. */
export const passFor = (
  settings: Pick<Settings, 'secret'>,
  fileId: string,
  until: number,
): string => `${until}.${proof(settings, fileId, until).toString('base64url')}`;

export function isValidPass(
  settings: Pick<Settings, 'secret'>,
  pass: string,
  fileId: string,
  now: Date,
): boolean {
  const [, until = '0', suppliedProof = ''] = /^(\d{10,12})\.([\w-]{32})$/.exec(pass) ?? [];
  const givenBytes = Buffer.from(suppliedProof, 'base64url');
  const right = proof(settings, fileId, Number(until));
  return (
    givenBytes.length === right.length &&
    timingSafeEqual(givenBytes, right) &&
    Number(until) * 1000 > now.getTime()
  );
}
