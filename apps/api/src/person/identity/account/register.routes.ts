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
import { answer } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { getRegistration } from '../../../platform/sites/registration.rules.ts';
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
    const registration = getRegistration(site);
    if (registration === 'closed')
      throw new RefusalError(400, '本站未开放注册，请联系本单位管理员');
    const isReviewed = registration === 'approval';
    if (isReviewed && !body.unit_id) throw unitRequired();
    const now = context.now();
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
        agree_version: agree_version.slice(0, 32),
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
