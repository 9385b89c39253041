import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { lt } from 'drizzle-orm';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { Db } from '../../database.ts';
import { captchaUsed } from './identity.tables.ts';

const lifeMs = 300_000;
/** A quarter of a second of hashing for a desktop, about one for an old phone. */
const hardest = 50_000;

export async function newChallenge(key: string, now: Date) {
  const captcha_id = ulid();
  const made = await createChallenge({ hmacKey: key, maxnumber: hardest, expires: new Date(now.getTime() + lifeMs), params: { captcha_id } });
  return { captcha_id, challenge: { ...made, maxnumber: hardest } };
}

const Solved = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.number().check(z.int(), z.minimum(0), z.maximum(hardest)),
  salt: z.string().check(z.maxLength(256)),
  signature: z.string(),
});

/** True once for each solved challenge of ours that has not expired. */
export async function spendCaptcha(db: Db, key: string, now: Date, captcha_id: string, captcha_code: string): Promise<boolean> {
  const solved = Solved.safeParse(parsed(captcha_code));
  if (!solved.success || !(await verifySolution(solved.data, key, false))) return false;
  const { captcha_id: id, expires } = extractParams(solved.data);
  const expires_at = new Date(Number(expires) * 1000);
  if (id !== captcha_id || !(expires_at > now)) return false;
  const spent = await db.insert(captchaUsed).values({ captcha_id, expires_at }).onConflictDoNothing().returning();
  return spent.length === 1;
}

function parsed(code: string): unknown {
  try {
    return JSON.parse(Buffer.from(code.slice(0, 2048), 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

export async function sweepCaptcha(db: Db, now: Date): Promise<void> {
  await db.delete(captchaUsed).where(lt(captchaUsed.expires_at, now));
}
