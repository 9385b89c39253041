import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '../../../platform/context/context.ts';

/** Seconds for which a signed video address is valid, from its issue and from each sign of life. */
export const mediaSeconds = 600;

/** Seconds after which no signed address is valid, however long it has been in use. */
export const longestMediaSeconds = 4 * 3600;

/** Holder of a pass: a person of one site. */
export interface Holder extends Pick<Person, 'user_id' | 'site_id'> {
  /** The play or session with which the pass ends; empty in passes of older releases. */
  bound_to: string;
}

export interface MediaPass {
  holder: Holder;
  /** In seconds. */
  expires: number;
}

/**
 * The pass in a media address: who may read the files of one folder until when. There is no other
 * access.
 */
export function mediaPass(key: Buffer, folder: string, holder: Holder, expires: number): string {
  const { site_id, user_id, bound_to } = holder;
  return `${expires}.${site_id}.${user_id}.${bound_to}.${signature(key, folder, holder, expires)}`;
}

/** The pass that opens this folder, which may have expired; undefined if it is invalid. */
export function parseMediaPass(key: Buffer, pass: string, folder: string): MediaPass | undefined {
  const [expires = '', site_id = '', user_id = '', ...rest] = pass.split('.');
  const [bound_to = '', suppliedProof = ''] = rest.length === 1 ? ['', ...rest] : rest;
  if (rest.length > 2 || !/^\d{10,12}$/.test(expires)) return undefined;
  const holder = { site_id, user_id, bound_to };
  const givenBytes = Buffer.from(suppliedProof);
  const right = Buffer.from(signature(key, folder, holder, Number(expires)));
  return givenBytes.length === right.length && timingSafeEqual(givenBytes, right)
    ? { holder, expires: Number(expires) }
    : undefined;
}

const signature = (
  key: Buffer,
  folder: string,
  { site_id, user_id, bound_to }: Holder,
  expires: number,
) =>
  createHmac('sha256', key)
    .update(JSON.stringify([expires, site_id, user_id, ...(bound_to ? [bound_to] : []), folder]))
    .digest('base64url');
