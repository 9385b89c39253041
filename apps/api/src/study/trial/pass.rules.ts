import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of a trial URL in seconds. */
export const trialSeconds = 1800;

/** The first `limit` seconds of a video on one site. */
export interface Trial {
  site_id: string;
  limit: number;
}

/** The signed part of a trial URL: expiry, site, limit and folder. */
export function trialPass(key: Buffer, folder: string, trial: Trial, expires: number): string {
  return `${expires}.${trial.site_id}.${trial.limit}.${signature(key, folder, trial, expires)}`;
}

/** What a pass opens in the folder now; undefined if it is invalid. */
export function verifyTrialPass(
  key: Buffer,
  pass: string,
  folder: string,
  now: Date,
): Trial | undefined {
  const [expires = '', site_id = '', limit = '', suppliedProof = '', ...rest] = pass.split('.');
  if (rest.length > 0 || !/^\d{10,12}$/.test(expires) || !/^\d{1,5}$/.test(limit)) return undefined;
  if (Number(expires) * 1000 <= now.getTime()) return undefined;
  const trial = { site_id, limit: Number(limit) };
  const right = Buffer.from(signature(key, folder, trial, Number(expires)));
  const bytes = Buffer.from(suppliedProof);
  return bytes.length === right.length && timingSafeEqual(bytes, right) ? trial : undefined;
}

const signature = (key: Buffer, folder: string, { site_id, limit }: Trial, expires: number) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['trial', expires, site_id, limit, folder]))
    .digest('base64url');
