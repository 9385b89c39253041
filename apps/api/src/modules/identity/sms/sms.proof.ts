import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../database/database.ts';
import type { AppContext } from '../../../context.ts';
import { Refusal } from '../../../http/refusal.ts';
import { askerOf } from '../limits/asker.ts';
import { addHits, returnHits, hitsSince, lockKeys, withLimits } from '../limits/limit.store.ts';
import { accountKeys } from '../numbers/number.rules.ts';
import type { Keys } from '../secret.rules.ts';
import { mayTry, smsLimits } from './sms.rules.ts';
import { askedAt, isRightCode, type CodeScope } from './sms.store.ts';

export const wrongCode = () => new Refusal(400, '验证码错误或已失效', 'sms_wrong');
const tooMany = () =>
  new Refusal(429, '验证码错误次数过多，请15分钟后再试，或重新获取验证码', 'rate_limited');

interface ProofRequest {
  request: FastifyRequest;
  context: AppContext;
  db: Db;
}

/** Throws unless the code was sent for this purpose; it is not consumed yet. An attempt counts
 * before it is checked, so that fifty concurrent ones do not get fifty free attempts. */
export async function proveNumber(
  { request, context, db }: ProofRequest,
  keys: Keys,
  scene: CodeScope,
  code: string,
): Promise<void> {
  const now = context.now();
  const attempt = await withLimits(db, request.ip, (tx) => takeAttempt(tx, now, request, scene));
  if (!(await isRightCode(db, now, keys, scene, code))) throw wrongCode();
  await returnHits(db, attempt);
}

async function takeAttempt(
  tx: Db,
  now: Date,
  request: FastifyRequest,
  scene: CodeScope,
): Promise<string[]> {
  const numberKey = accountKeys.code(scene.mobile_hash);
  const addressKey = `code-from:${request.ip}`;
  await lockKeys(tx, now, [numberKey, addressKey]);
  const since = new Date(now.getTime() - smsLimits.windowMs);
  const asker = await askerOf(tx, now, request, scene.mobile_hash);
  const requestedAt = await askedAt(tx, now, scene, asker.device);
  const part = requestedAt ? `asked:${asker.device}` : asker.part;
  const verdict = mayTry(
    await hitsSince(tx, numberKey, since),
    { part, isKnown: asker.isKnown, askedAt: requestedAt },
    now,
  );
  if (verdict === 'spent') throw wrongCode();
  const fromAddress = await hitsSince(tx, addressKey, since);
  if (verdict === 'busy' || fromAddress.length >= smsLimits.wrongFromAddress) throw tooMany();
  return addHits(tx, now, [{ key: numberKey, part }, { key: addressKey }]);
}
