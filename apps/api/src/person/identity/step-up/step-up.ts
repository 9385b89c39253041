import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { RequireProof } from '../../../platform/http/call-limits.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { provePassword } from '../limits/password.proof.ts';
import type { Keys } from '../secret.rules.ts';
import { requireLive } from '../session/session-lookup.store.ts';
import { proveNumber } from '../sms/sms.proof.ts';
import { spendCode } from '../sms/sms.store.ts';
import { findUser, lockUser, type UserRow } from '../user.store.ts';

export const stepUpScene = 'step_up';

interface StepUpRequest {
  request: FastifyRequest;
  network: string;
  requireProof: RequireProof;
  context: AppContext;
  db: Db;
  person: { user_id: string };
  session: { session_id: string };
  body: { password?: string | undefined; own_code?: string | undefined };
}

const noProof = () =>
  new RefusalError(400, '请输入登录密码或短信验证码', 'bad_request', { field: 'password' });
const wrongPassword = () =>
  new RefusalError(400, '登录密码不正确', 'bad_request', { field: 'password' });
const wrongOwnCode = () =>
  new RefusalError(400, '验证码错误或已失效', 'sms_wrong', { field: 'own_code' });

/** Throws unless password or code authenticate the person again. The returned function locks their
 * row in the transaction of the operation, and throws if the proof is no longer valid: a code is
 * single-use, and the password may have changed or the session ended meanwhile. */
export async function proveSelf(
  callRequest: StepUpRequest,
  keys: Keys,
): Promise<(tx: Db) => Promise<UserRow>> {
  const { context, db, person, session, body } = callRequest;
  const row = await findUser(db, person.user_id);
  if (!row) throw new RefusalError(401, '请先登陆', 'need_login');
  if (!body.password && !body.own_code) throw noProof();
  const lockPerson = async (tx: Db) => {
    const now = await lockUser(tx, row.user_id);
    if (now?.status !== 'normal') throw new RefusalError(401, '请先登陆', 'need_login');
    await requireLive(tx, context.now(), session.session_id);
    return now;
  };
  if (body.password) {
    await provePassword(callRequest, row, body.password, wrongPassword);
    return async (tx) => {
      const user = await lockPerson(tx);
      if (user.password_hash !== row.password_hash) throw wrongPassword();
      return user;
    };
  }
  const { site_id, mobile_hash } = row;
  const scene = { site_id, scene: stepUpScene, mobile_hash };
  const code = body.own_code ?? '';
  await proveNumber(callRequest, keys, scene, code).catch((error: unknown) => {
    throw error instanceof RefusalError && error.code === 'sms_wrong' ? wrongOwnCode() : error;
  });
  return async (tx) => {
    const user = await lockPerson(tx);
    if (!(await spendCode(tx, keys, scene, code))) throw wrongOwnCode();
    return user;
  };
}
