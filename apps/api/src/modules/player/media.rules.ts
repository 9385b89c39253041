import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a signed address of a video is good. */
export const mediaSeconds = 600;

/** The pass that goes into a media address: who may read the files of one folder, until when.
 * Nothing else opens them. */
export function mediaPass(key: Buffer, folder: string, userId: string, expires: number): string {
  return `${expires}.${userId}.${signature(key, folder, userId, expires)}`;
}

/** Whether a pass opens this folder now. */
export function isValidPass(key: Buffer, pass: string, folder: string, now: Date): boolean {
  const [expires = '', userId = '', given = '', ...rest] = pass.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime())
    return false;
  const [givenBytes, right] = [
    Buffer.from(given),
    Buffer.from(signature(key, folder, userId, Number(expires))),
  ];
  return givenBytes.length === right.length && timingSafeEqual(givenBytes, right);
}

const signature = (key: Buffer, folder: string, userId: string, expires: number) =>
  createHmac('sha256', key)
    .update(JSON.stringify([expires, userId, folder]))
    .digest('base64url');
