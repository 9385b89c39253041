import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { withMessage } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../../../platform/sites/site.store.ts';
import { rememberDevice } from '../limits/asker.ts';
import { recordSignInAttempt, type SignInNote } from './sign-in-log.store.ts';
import {
  cookieName,
  giveDevice,
  isFamilyPage,
  setCookie,
  toVisitor,
} from '../session/origin.rules.ts';
import { newFactorTicket } from '../factor/factor-ticket.store.ts';
import { readFactors } from '../factor/factor.store.ts';
import { isStaff } from '../staff.rules.ts';
import { toPersonInfo } from '../person.view.ts';
import type { Keys } from '../secret.rules.ts';
import { endSession, endSessions, openSession } from '../session/session.store.ts';
import { sessionOfCookie } from '../session/session-lookup.store.ts';
import { recordSignIn, type UserRow } from '../user.store.ts';
import { assignBindings } from '../wechat/wechat.store.ts';

interface SignInRequest {
  /** The second factor was proved, too. */
  isSecondStep?: true;
  site: Site;
  request: FastifyRequest;
  reply: FastifyReply;
  context: AppContext;
  db: Db;
}

/** Authenticated, but the account may not sign in. */
export function refuseUnlessNormal(row: UserRow): void {
  if (row.status !== 'normal') throw new RefusalError(400, '该账号已停用，请联系客服');
}

const factorNeeded = (factorTicket: string) =>
  new RefusalError(
    400,
    '请输入验证器显示的动态验证码；如未出现输入框，请刷新页面后重试',
    'factor_needed',
    {
      factor_ticket: factorTicket,
    },
  );
const enrolFirst = () =>
  new RefusalError(400, '工作人员账号须先启用动态验证码才能登录，请联系平台管理员', 'factor_enrol');

/** The last step of every sign-in, in one transaction: `spend` consumes the proof (or throws) and
 * returns the current person with their row locked; then the session and the cookie are created,
 * and the reply contains the token as its message. */
export async function admit(
  callRequest: SignInRequest,
  keys: Keys,
  kind: SignInNote['kind'],
  accountHash: string,
  spend: (tx: Db) => Promise<UserRow>,
) {
  const { site, request, reply, context, db } = callRequest;
  const now = context.now();
  const visitor = toVisitor(request);
  const isFamily = isFamilyPage(request, site, context.settings);
  const before = isFamily
    ? await sessionOfCookie(db, now, request.cookies[cookieName], site)
    : undefined;
  const device = giveDevice(request, reply, site, context.settings);
  const outcome = await db.transaction(async (tx) => {
    const person = await spend(tx);
    refuseUnlessNormal(person);
    if (!callRequest.isSecondStep && kind !== 'regist') {
      const refusal = await findSecondStep(callRequest, tx, kind, person);
      if (refusal) return { refusal };
    }
    await rememberDevice(tx, now, accountHash, device);
    if (site.single_login === 'Y') await endSessions(tx, now, person.user_id, 'other_login');
    if (before) await endSession(tx, now, before, 'signed_in_again');
    const opened = await openSession(tx, now, person, visitor);
    if (kind !== 'wechat')
      await assignBindings(tx, { site_id: site.site_id, device }, opened.session_id);
    await recordSignIn(tx, now, person.user_id);
    await recordSignInAttempt(tx, now, visitor, {
      site_id: site.site_id,
      user_id: person.user_id,
      account_hash: accountHash,
      kind,
      result: 'ok',
    });
    return { row: person, ...opened };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  const { row, token, cookie } = outcome;
  if (isFamily) setCookie(request, reply, site, cookie);
  const user = await toPersonInfo(db, keys, now, row);
  return withMessage({ ...user, user, defaultLoginUrl: site.defaultLoginUrl }, token);
}

/** The refusal that starts the second step: with a ticket if the account has a second factor;
 * staff without one cannot sign in. */
async function findSecondStep(
  { site, request, context }: SignInRequest,
  tx: Db,
  kind: Exclude<SignInNote['kind'], 'regist'>,
  person: UserRow,
): Promise<RefusalError | undefined> {
  const now = context.now();
  const [factor] = await readFactors(tx, context.settings, person.user_id, now);
  const isNeeded = isStaff(person.roles) || Boolean(factor?.confirmed_at);
  if (!isNeeded) return undefined;
  await recordSignInAttempt(tx, now, toVisitor(request), {
    site_id: site.site_id,
    user_id: person.user_id,
    account_hash: person.mobile_hash,
    kind,
    result: factor ? 'half' : 'not_allowed',
  });
  return factor ? factorNeeded(await newFactorTicket(tx, now, person, kind)) : enrolFirst();
}
