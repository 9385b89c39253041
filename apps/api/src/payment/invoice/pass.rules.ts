import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../platform/settings/keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Lifetime of an invoice's file URL. */
export const passSeconds = 300;

const proof = (settings: Pick<Settings, 'secret'>, invoiceNo: string, until: number) =>
  createHmac('sha256', keyFor(settings, 'invoice/file'))
    .update(`${invoiceNo}/${until}`)
    .digest()
    .subarray(0, 24);

export const passFor = (
  settings: Pick<Settings, 'secret'>,
  invoiceNo: string,
  until: number,
): string => `${until}.${proof(settings, invoiceNo, until).toString('base64url')}`;

export function isValidPass(
  settings: Pick<Settings, 'secret'>,
  pass: string,
  invoiceNo: string,
  now: Date,
): boolean {
  const [, until = '0', suppliedProof = ''] = /^(\d{10,12})\.([\w-]{32})$/.exec(pass) ?? [];
  const givenBytes = Buffer.from(suppliedProof, 'base64url');
  const right = proof(settings, invoiceNo, Number(until));
  return (
    givenBytes.length === right.length &&
    timingSafeEqual(givenBytes, right) &&
    Number(until) * 1000 > now.getTime()
  );
}
