import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a trial's address is good, in seconds. */
export const trialSeconds = 1800;

/** What goes into the address of a trial: until when, how much of which folder. Changing the
 * limit breaks the signature. */
export function trialPass(key: Buffer, folder: string, limit: number, expires: number): string {
  return `${expires}.${limit}.${signature(key, folder, limit, expires)}`;
}

/** Seconds of the folder that a pass opens now; undefined for a pass that opens nothing. */
export function limitOf(key: Buffer, pass: string, folder: string, now: Date): number | undefined {
  const [expires = '', limit = '', given = '', ...rest] = pass.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires) || !/^\d{1,5}$/.test(limit)) return undefined;
  if (Number(expires) * 1000 <= now.getTime()) return undefined;
  const right = Buffer.from(signature(key, folder, Number(limit), Number(expires)));
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, right) ? Number(limit) : undefined;
}

const signature = (key: Buffer, folder: string, limit: number, expires: number) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['trial', expires, limit, folder]))
    .digest('base64url');
