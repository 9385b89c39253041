import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { captchaUsed } from '../../../platform/http/limits/limits.tables.ts';

const lifeMs = 300_000;

export const captchaMissing = () =>
  new RefusalError(400, '请输入图形验证码', 'captcha_wrong', { field: 'captcha_code' });
export const captchaWrong = () => new RefusalError(400, '图形验证已失效，请重试', 'captcha_wrong');

/** The cost is part of the signed salt, so that a cheap proof cannot replace an expensive one. */
export async function newChallenge(key: string, now: Date, least: number, cost = 1) {
  const captcha_id = ulid();
  const maxnumber = least * cost;
  const params = { captcha_id, cost: String(cost) };
  const created = await createChallenge({
    hmacKey: key,
    maxnumber,
    expires: new Date(now.getTime() + lifeMs),
    params,
  });
  return { captcha_id, challenge: { ...created, maxnumber } };
}

const Solved = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.number().check(z.int(), z.minimum(0)),
  salt: z.string().check(z.maxLength(256)),
  signature: z.string(),
});

interface Proof {
  captcha_id?: string | undefined;
  captcha_code?: string | undefined;
}

/** True once per solved challenge that we issued, that has not expired and has at least this
 * cost. */
export async function spendCaptcha(
  db: Db,
  key: string,
  now: Date,
  { captcha_id, captcha_code = '' }: Proof,
  cost = 1,
): Promise<boolean> {
  const solved = Solved.safeParse(parseCode(captcha_code));
  if (!solved.success || !(await verifySolution(solved.data, key, false))) return false;
  const { captcha_id: id, expires, cost: paid = '1' } = extractParams(solved.data);
  const expires_at = new Date(Number(expires) * 1000);
  if (!id || id !== captcha_id || !(expires_at > now) || Number(paid) < cost) return false;
  const spent = await db
    .insert(captchaUsed)
    .values({ captcha_id: id, expires_at })
    .onConflictDoNothing()
    .returning();
  return spent.length === 1;
}

function parseCode(code: string): unknown {
  try {
    return JSON.parse(Buffer.from(code.slice(0, 2048), 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
