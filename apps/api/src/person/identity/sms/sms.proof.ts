import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import type { RequireProof } from '../../../platform/http/call-limits.ts';
import { proofLevel } from '../../../platform/http/limits/proof.rules.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { identifyAsker } from '../limits/asker.ts';
import {
  addHits,
  countSince,
  hitsSince,
  lockKeys,
  returnHits,
  withLimits,
} from '../limits/limit.store.ts';
import { accountKeys } from '../number.rules.ts';
import type { Keys } from '../secret.rules.ts';
import { mayTry, smsLimits } from './sms.rules.ts';
import { askedAt, isRightCode, type CodeScope } from './sms.store.ts';

export const wrongCode = () => new RefusalError(400, '验证码错误或已失效', 'sms_wrong');
const tooMany = () =>
  new RefusalError(429, '验证码错误次数过多，请15分钟后再试，或重新获取验证码', 'rate_limited');

interface ProofRequest {
  request: FastifyRequest;
  network: string;
  requireProof: RequireProof;
  context: AppContext;
  db: Db;
}

/** Throws unless the code was sent for this purpose; it is not consumed yet. An attempt counts
 * before it is checked, so that fifty concurrent ones do not get fifty free attempts. */
export async function proveNumber(
  { request, network, requireProof, context, db }: ProofRequest,
  keys: Keys,
  scene: CodeScope,
  code: string,
): Promise<void> {
  const now = context.now();
  const attempt = await withLimits(db, network, (tx) =>
    countAttempt(tx, now, { request, network, requireProof }, scene),
  );
  if (!(await isRightCode(db, now, keys, scene, code))) throw wrongCode();
  await returnHits(db, attempt);
}

async function countAttempt(
  tx: Db,
  now: Date,
  { request, network, requireProof }: Pick<ProofRequest, 'request' | 'network' | 'requireProof'>,
  scene: CodeScope,
): Promise<string[]> {
  const numberKey = accountKeys.code(scene.mobile_hash);
  const networkKey = `code-from:${network}`;
  await lockKeys(tx, now, [numberKey, networkKey]);
  const since = new Date(now.getTime() - smsLimits.windowMs);
  const asker = await identifyAsker(tx, now, request, scene.mobile_hash);
  const requestedAt = await askedAt(tx, now, scene, asker.device);
  const part = requestedAt ? `asked:${asker.device}` : asker.part;
  const verdict = mayTry(
    await hitsSince(tx, numberKey, since),
    { part, isKnown: asker.isKnown, askedAt: requestedAt },
    now,
  );
  if (verdict === 'spent') throw wrongCode();
  const fromNetwork = await countSince(tx, networkKey, since);
  if (verdict === 'busy' || fromNetwork >= smsLimits.mostWrongFromNetwork) throw tooMany();
  await requireProof(proofLevel(fromNetwork + 1, smsLimits.wrongFromNetwork), tx);
  return addHits(tx, now, [{ key: numberKey, part }, { key: networkKey }]);
}
