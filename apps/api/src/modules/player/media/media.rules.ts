import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '../../../context.ts';

/** Seconds for which a signed video address is valid. */
export const mediaSeconds = 600;

/** Holder of a pass: a person of one site. */
export type Holder = Pick<Person, 'user_id' | 'site_id'>;

/**
 * The pass in a media address: who may read the files of one folder until when. There is no other
 * access.
 */
export function mediaPass(key: Buffer, folder: string, holder: Holder, expires: number): string {
  const { site_id, user_id } = holder;
  return `${expires}.${site_id}.${user_id}.${signature(key, folder, holder, expires)}`;
}

/** Whose pass opens this folder now; undefined if it is invalid. */
export function holderOf(key: Buffer, pass: string, folder: string, now: Date): Holder | undefined {
  const [expires = '', site_id = '', user_id = '', suppliedProof = '', ...rest] = pass.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime())
    return undefined;
  const holder = { site_id, user_id };
  const givenBytes = Buffer.from(suppliedProof);
  const right = Buffer.from(signature(key, folder, holder, Number(expires)));
  return givenBytes.length === right.length && timingSafeEqual(givenBytes, right)
    ? holder
    : undefined;
}

const signature = (key: Buffer, folder: string, { site_id, user_id }: Holder, expires: number) =>
  createHmac('sha256', key)
    .update(JSON.stringify([expires, site_id, user_id, folder]))
    .digest('base64url');
