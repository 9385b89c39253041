import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { ProofChallenge } from '@cme/contract/base';
import type { ProofLevel } from '../call-limits.ts';

/** Hashes of the cheapest and of the most expensive proof: an old phone makes 60,000 to 100,000 a
 * second, so that the most expensive one takes it 1.3 s on average and never over 3 s. */
export const proofCost = { cheapest: 5000, most: 160_000 };
const lifeMs = 120_000;

/** A client has so many calls without a proof; it gets more expensive with each doubling. */
export const proofLevel = (calls: number, free: number): ProofLevel =>
  calls <= free ? 0 : 1 + Math.floor(Math.log2(calls / Math.max(1, free)));

export const getHashCount = (level: ProofLevel): number =>
  Math.min(proofCost.most, proofCost.cheapest * 2 ** (level - 1));

/** What a proof is for; it is worth nothing elsewhere. */
export interface Purpose {
  path: string;
  network: string;
}

const sign = (key: Buffer, salt: string, target: string, { path, network }: Purpose): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([salt, target, path, network]))
    .digest('base64url');
const hashTarget = (salt: string, number: string): string =>
  createHash('sha256').update(`${salt}.${number}`).digest('hex');

/** Nothing is stored: the signature is verified when the solution arrives. */
export function newChallenge(
  key: Buffer,
  purpose: Purpose,
  level: ProofLevel,
  now: Date,
): ProofChallenge {
  const most = getHashCount(level);
  const salt = `${randomBytes(16).toString('base64url')}.${now.getTime() + lifeMs}`;
  const target = hashTarget(salt, String(randomInt(most)));
  return { salt, target, most, signature: sign(key, salt, target, purpose) };
}

const form = /^([\w-]{22})\.(\d{13,15})\.([\da-f]{64})\.([\w-]{43})\.(\d{1,6})$/;

/** The id of a challenge that was issued for this purpose, has not expired and is solved by this
 * header; it must still be marked as used. */
export function readSolution(
  key: Buffer,
  purpose: Purpose,
  header: string,
  now: Date,
): { id: string; expires_at: Date } | undefined {
  const [, id = '', expires = '', target = '', signature = '', number = ''] =
    form.exec(header) ?? [];
  const salt = `${id}.${expires}`;
  if (!id || Number(expires) <= now.getTime()) return undefined;
  const signed = Buffer.from(sign(key, salt, target, purpose));
  if (!timingSafeEqual(signed, Buffer.from(signature))) return undefined;
  if (hashTarget(salt, number) !== target) return undefined;
  return { id, expires_at: new Date(Number(expires)) };
}
