import {
  type IdKind,
  idNumberWords,
  isIdOfKind,
  isMobile,
  isNameOfKind,
  plainIdNumber,
  plainMobile,
  plainName,
} from '@cme/contract/base';
import { registCheck, registPerson } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer, type CallRequest } from '../../../platform/http/answer.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { getRegistration } from '../../../platform/sites/registration.rules.ts';
import { readAcceptedVersions } from '../../../site/page/page.store.ts';
import { readInvitations } from '../../invitation/invitation.store.ts';
import { insertConsent } from '../consent/consent.store.ts';
import { consumeOfNetwork, withLimits } from '../limits/limit.store.ts';
import { hashPassword } from '../password.rules.ts';
import type { Keys } from '../secret.rules.ts';
import { type JoinUnit, refuseUnknownChoices, requireUnit } from '../profile/profile.rules.ts';
import { admit } from '../sign-in/admit.action.ts';
import { isSimplePassword } from '@cme/contract/person/simple-passwords';
import { proveNumber, wrongCode } from '../sms/sms.proof.ts';
import { spendCode } from '../sms/sms.store.ts';
import { readAccountHash } from '../number.store.ts';
import { insertHashed } from '../user.store.ts';

/** Registrations of a network in 15 minutes. */
const perNetwork = { free: 75, most: 1500, seconds: 900 };

const refusals = {
  mobile_taken: () => new RefusalError(400, '该手机号码已被注册', 'mobile_taken'),
  id_taken: () => new RefusalError(400, '该证件号码已被注册', 'id_taken'),
};

/** Where a unit admits people, somebody must decide about each. */
const unitRequired = () =>
  new RefusalError(400, '请从列表中选择您的单位，注册后由该单位审核', 'bad_request', {
    field: 'unit_name',
  });

export const tooSimple = () =>
  new RefusalError(400, '密码过于简单，请更换一个不易被猜到的密码', 'bad_request', {
    field: 'password',
  });

/** Validates the format of a value. Whether it is taken is reported only after the number is
 * verified. */
const checks = {
  mobile: (value: string) => (isMobile(plainMobile(value)) ? '' : '请输入正确的手机号码'),
  id_no: (value: string, kind: IdKind) =>
    isIdOfKind(kind, plainIdNumber(value)) ? '' : idNumberWords[kind],
  real_name: (value: string, kind: IdKind) =>
    isNameOfKind(kind, plainName(value)) ? '' : '请输入真实姓名',
};

/** Nobody accepts a text that is not the one in force, whatever the browser says. */
async function requireCurrentPages(
  db: Db,
  siteId: string,
  shown: { agree_version: string; privacy_version: string },
): Promise<void> {
  const { terms_version, privacy_version } = await readAcceptedVersions(db, siteId);
  if (shown.agree_version === terms_version && shown.privacy_version === privacy_version) return;
  throw new RefusalError(
    400,
    '服务条款或隐私政策已更新，请重新阅读并勾选同意后提交；仍有提示的请刷新页面',
    'terms_changed',
    { field: 'agree' },
  );
}

/** Whether a unit must admit the person; refused where nobody registers. The first administrator of a
 * site registers before there is anybody to admit people. */
async function requireOpenRegistration(
  { body, site, db, context }: CallRequest<typeof registPerson>,
  keys: Keys,
): Promise<boolean> {
  const registration = getRegistration(site);
  if (registration === 'open') return false;
  const number = { site_id: site.site_id, mobile: body.mobile };
  if ((await readInvitations(db, keys, context.now(), number)).length > 0) return false;
  if (registration === 'closed') throw new RefusalError(400, '本站未开放注册，请联系本单位管理员');
  return true;
}

export function registerRegist(
  app: FastifyInstance,
  context: AppContext,
  keys: Keys,
  joinUnit: JoinUnit,
): void {
  answer(app, context, registCheck, ({ body }) => {
    const message = checks[body.field](body.value.trim(), body.id_type);
    return { ok: message === '' ? ('Y' as const) : ('N' as const), message };
  });
  answer(app, context, registPerson, async (callRequest) => {
    const { body, site, db, network } = callRequest;
    const now = context.now();
    const isReviewed = await requireOpenRegistration(callRequest, keys);
    if (isReviewed && !body.unit_id) throw unitRequired();
    await requireCurrentPages(db, site.site_id, body);
    const limit = { key: `regist-from:${network}`, ...perNetwork };
    const isAllowed = await withLimits(db, network, (tx) =>
      consumeOfNetwork(tx, now, limit, callRequest.requireProof),
    );
    if (!isAllowed) throw new RefusalError(429, '操作过于频繁，请稍后再试', 'rate_limited');
    if (isSimplePassword(body.password, body.mobile)) throw tooSimple();
    refuseUnknownChoices(body);
    await requireUnit(db, site.site_id, body.unit_id);
    const account = await readAccountHash(db, keys, site.site_id, body.mobile);
    const scene = { site_id: site.site_id, scene: 'regist', mobile_hash: account };
    await proveNumber(callRequest, keys, scene, body.sms_code);
    const password_hash = await hashPassword(body.password, {
      network,
      isKnown: false,
    });
    return admit(callRequest, keys, 'regist', account, async (tx) => {
      if (!(await spendCode(tx, keys, scene, body.sms_code))) throw wrongCode();
      const {
        mobile,
        real_name,
        id_type,
        id_no,
        area_id,
        unit_name,
        unit_id,
        series_code,
        level,
        post_type,
        agree_version,
        privacy_version,
      } = body;
      const person = {
        site_id: site.site_id,
        mobile,
        real_name,
        id_type,
        id_no,
        ...(id_type === 'ID' ? {} : { gender: body.gender, birth_date: body.birth_date }),
        area_id,
        unit_name,
        unit_status: 'none',
        series_code,
        level,
        post_type,
        agree_version,
        privacy_version,
        password_hash,
        admission: isReviewed ? ('waiting' as const) : ('admitted' as const),
      };
      const row = await insertHashed(tx, keys, now, person);
      if (typeof row === 'string') throw refusals[row]();
      if (body.agree_identity) await insertConsent(tx, row, 'identity', now);
      if (!unit_id) return row;
      return joinUnit(tx, {
        user: row,
        unit_id,
        now,
        isReviewed: isReviewed || site.unit_review === 'Y',
      });
    });
  });
}
