import { captcha, loginSmsCode, stepUpSmsCode } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer, type CallRequest } from '../../../platform/http/answer.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { getRegistration } from '../../../platform/sites/registration.rules.ts';
import { readInvitations } from '../../invitation/invitation.store.ts';
import { identifyAsker } from '../limits/asker.ts';
import { captchaWrong, newChallenge, spendCaptcha } from '../limits/captcha.store.ts';
import { readGuessCost } from '../limits/guess.store.ts';
import { addHits, countSince, hitsSince, lockKeys, withLimits } from '../limits/limit.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { textCost } from '../limits/proof.rules.ts';
import { type Keys, newSmsCode } from '../secret.rules.ts';
import { createSmsBudget } from '../sms/sms.budget.ts';
import { registerSmsReports } from '../sms/report.routes.ts';
import { defineDelivery, queueCode } from '../sms/sms.delivery.ts';
import {
  getCodeLife,
  nextTextAt,
  pauseAfter,
  getTextsOfBudget,
  smsLimits,
  textPart,
} from '../sms/sms.rules.ts';
import { saveCode } from '../sms/sms.store.ts';
import { stepUpScene } from '../step-up/step-up.ts';
import { accountKeys } from '../number.rules.ts';
import { readAccountHash } from '../number.store.ts';
import { findUser, unsealMobile } from '../user.store.ts';

const dayMs = 86_400_000;
const textKey = accountKeys.text;
const fromKey = (network: string) => `sms-from:${network}`;

/** Does not look up whether the number is known: every number is sent a code. */
export function registerSms(app: FastifyInstance, context: AppContext, keys: Keys): void {
  defineDelivery(context, keys);
  registerSmsReports(app, context, keys);
  const budget = createSmsBudget(context);
  answer(
    app,
    context,
    captcha,
    async (callRequest) =>
      newChallenge(
        keys.captcha,
        context.now(),
        context.settings.proofNumber,
        await getTextCost(callRequest, keys),
      ),
    { anySite: true },
  );
  answer(app, context, loginSmsCode, async (callRequest) => {
    await refuseClosed(callRequest, keys, callRequest.body);
    return sendCode(callRequest, keys, budget, callRequest.body);
  });
  answer(app, context, stepUpSmsCode, async (callRequest) => {
    const row = await findUser(callRequest.db, callRequest.person.user_id);
    if (!row) throw new RefusalError(401, '请先登陆', 'need_login');
    return sendCode(callRequest, keys, budget, {
      mobile: unsealMobile(keys, row),
      scene: stepUpScene,
    });
  });
}

type CodeRequest = CallRequest<typeof loginSmsCode> | CallRequest<typeof stepUpSmsCode>;

async function sendCode(
  { body, site, db, context, network, request, reply }: CodeRequest,
  keys: Keys,
  budget: ReturnType<typeof createSmsBudget>,
  to: { mobile: string; scene: string },
): Promise<{ interval: number; expire: number }> {
  const now = context.now();
  const account = await readAccountHash(db, keys, site.site_id, to.mobile);
  const asker = await identifyAsker(db, now, request, account);
  const scene = { site_id: site.site_id, scene: to.scene, mobile_hash: account };
  const part = textPart(to.scene, asker);
  const device = giveDevice(request, reply, site, context.settings);
  const code = newSmsCode();
  const n = await withLimits(db, network, async (tx) => {
    await lockKeys(tx, now, [textKey(account), fromKey(network), budget.key(site)]);
    // Signed-in people need no proof: they have a session.
    const cost = to.scene === stepUpScene ? 1 : await readTextCost(tx, now, account, part, network);
    if (!(await spendCaptcha(tx, keys.captcha, now, body, cost))) throw captchaWrong();
    const before = await readTextsTo(tx, now, account);
    const next = nextTextAt(before, part, now);
    if (next) throw tooSoon(next, now);
    if ((await fromNetwork(tx, now, network)) >= smsLimits.fromNetwork) throw tooOften();
    const nth = getTextsOfBudget(before, part, now).length + 1;
    await budget.spend(tx, now, site, asker);
    await addHits(tx, now, [{ key: textKey(account), part }, { key: fromKey(network) }]);
    await saveCode(tx, now, keys, scene, { code, device, life: getCodeLife(nth) });
    const { mobile, scene: name } = to;
    await queueCode(context, tx, keys, {
      text: { mobile, scene: name, code, at: now.toISOString() },
      site_id: site.site_id,
      account_hash: account,
      life: getCodeLife(nth),
    });
    return nth;
  });
  return { interval: pauseAfter(n), expire: getCodeLife(n) };
}

/** No SMS for features that this site does not offer; its first administrator may always register. */
async function refuseClosed(
  { db, context, site }: Pick<CallRequest<typeof loginSmsCode>, 'db' | 'context' | 'site'>,
  keys: Keys,
  { scene, mobile }: { scene: string; mobile: string },
): Promise<void> {
  if (scene === 'login' && !site.login_ways.includes('sms'))
    throw new RefusalError(400, '本站未开放该登录方式');
  if (scene !== 'regist' || getRegistration(site) !== 'closed') return;
  if ((await readInvitations(db, keys, context.now(), { ...site, mobile })).length === 0)
    throw new RefusalError(400, '本站未开放注册，请联系本单位管理员');
}

/** The required cost for the challenge's purpose; without a number the minimum. */
async function getTextCost(
  { body, site, db, context, network, request }: CallRequest<typeof captcha>,
  keys: Keys,
): Promise<number> {
  if (!body.mobile) return 1;
  const now = context.now();
  const account = await readAccountHash(db, keys, site.site_id, body.mobile);
  const asker = await identifyAsker(db, now, request, account);
  if (body.scene) return readTextCost(db, now, account, textPart(body.scene, asker), network);
  return Math.max(1, await readGuessCost(db, now, account, asker));
}

async function readTextCost(
  db: Db,
  now: Date,
  account: string,
  part: string,
  network: string,
): Promise<number> {
  const texts = getTextsOfBudget(await readTextsTo(db, now, account), part, now);
  return textCost(texts.length, await fromNetwork(db, now, network));
}

const readTextsTo = (db: Db, now: Date, account: string) =>
  hitsSince(db, textKey(account), new Date(now.getTime() - dayMs));
const fromNetwork = (db: Db, now: Date, network: string) =>
  countSince(db, fromKey(network), new Date(now.getTime() - smsLimits.windowMs));

const tooOften = () => new RefusalError(429, '验证码发送过于频繁，请15分钟后再试', 'rate_limited');

function tooSoon(next: Date, now: Date): RefusalError {
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000);
  const wait = seconds > 60 ? `${Math.ceil(seconds / 60)}分钟` : `${seconds}秒`;
  return new RefusalError(
    429,
    `验证码已发送，请使用最近收到的验证码，${wait}后可重新获取`,
    'rate_limited',
  );
}
