import { login } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { type Asker, identifyAsker } from '../limits/asker.ts';
import { captchaMissing, captchaWrong, spendCaptcha } from '../limits/captcha.store.ts';
import { allowGuess, recordRightGuess } from '../limits/guess.store.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import { returnHits } from '../limits/limit.store.ts';
import { type LoginRequest, note, refuseAndNote } from './login-request.ts';
import { verifyPassword } from '../password.rules.ts';
import type { Keys } from '../secret.rules.ts';
import { admit } from './admit.action.ts';
import { spendCode } from '../sms/sms.store.ts';
import { proveNumber, wrongCode } from '../sms/sms.proof.ts';
import { byWechat } from './wechat.sign-in.ts';
import { readAccountHash } from '../number.store.ts';
import { findByMobile, lockUser, type UserRow } from '../user.store.ts';

export function registerLogin(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(app, context, login, (callRequest) => {
    const { body, site } = callRequest;
    if (!site.login_ways.includes(body.login_kind))
      throw new RefusalError(400, '本站未开放该登录方式');
    if (body.login_kind === 'wechat') return byWechat({ ...callRequest, body }, keys);
    return body.login_kind === 'password'
      ? byPassword({ ...callRequest, body }, keys)
      : bySms({ ...callRequest, body }, keys);
  });
}

/** Known and unknown numbers take the same path: same limit, same hashing cost, same messages. */
async function byPassword(callRequest: LoginRequest<'password'>, keys: Keys) {
  const { body, site, context, db, request } = callRequest;
  const account = await readAccountHash(db, keys, site.site_id, body.account);
  const asker = await identifyAsker(db, context.now(), request, account);
  const row = await runInTurn(`${account} ${asker.isKnown ? asker.part : ''}`, () =>
    recordGuess(callRequest, keys, account, asker),
  );
  await refuseAndNote(callRequest, account, 'password', row);
  return admit(callRequest, keys, 'password', account, async (tx) => {
    const locked = await lockUser(tx, row.user_id);
    if (locked?.password_hash !== row.password_hash) throw wrongPassword();
    return locked;
  });
}

const wrongPassword = () => new RefusalError(400, '手机号码或密码错误');

/** The person with this password, or a refusal. */
async function recordGuess(
  callRequest: LoginRequest<'password'>,
  keys: Keys,
  account: string,
  asker: Asker,
): Promise<UserRow> {
  const { body, site, context, db } = callRequest;
  const now = context.now();
  const allowed = await allowGuess(db, now, account, asker, async (tx, cost, level) => {
    await callRequest.requireProof(level, tx);
    if (!cost && !body.captcha_code) return;
    if (!body.captcha_code) throw captchaMissing();
    if (!(await spendCaptcha(tx, keys.captcha, now, body, cost))) throw captchaWrong();
  });
  if ('until' in allowed) throw locked(allowed.until, now);
  const row = await findByMobile(db, keys, site.site_id, body.account);
  const isRight = await verifyPassword(row?.password_hash, body.password, asker).catch(
    async (error: unknown) => {
      await returnHits(db, allowed.ids);
      throw error;
    },
  );
  if (!isRight || !row) {
    await note(callRequest, { account_hash: account, kind: 'password', result: 'wrong' });
    throw wrongPassword();
  }
  await recordRightGuess(db, account, asker, allowed.ids);
  return row;
}

async function bySms(callRequest: LoginRequest<'sms'>, keys: Keys) {
  const { body, site, db } = callRequest;
  const account = await readAccountHash(db, keys, site.site_id, body.account);
  const scene = { site_id: site.site_id, scene: 'login', mobile_hash: account };
  await proveNumber(callRequest, keys, scene, body.sms_code);
  const row = await findByMobile(db, keys, site.site_id, body.account);
  if (!row) {
    if (!(await spendCode(db, keys, scene, body.sms_code))) throw wrongCode();
    await note(callRequest, { account_hash: account, kind: 'sms', result: 'not_registered' });
    throw new RefusalError(400, 'toRegister', 'toRegister');
  }
  await refuseAndNote(callRequest, account, 'sms', row);
  return admit(callRequest, keys, 'sms', account, async (tx) => {
    if (!(await spendCode(tx, keys, scene, body.sms_code))) throw wrongCode();
    return (await lockUser(tx, row.user_id)) ?? row;
  });
}

function locked(until: Date, now: Date): RefusalError {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
  return new RefusalError(
    400,
    `密码错误次数过多，请${minutes}分钟后再试，或使用短信验证码登录`,
    'account_locked',
  );
}
