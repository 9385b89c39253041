import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing } from '../base/fields.ts';
import { documentChecks } from '../base/id-kinds.ts';
import {
  Gender,
  IdNumber,
  IdType,
  Mobile,
  Password,
  RealName,
  SmsCode,
} from '../base/person-fields.ts';
import { UserInfo } from './user-info.ts';

/** `change_mobile` goes to the number that an account shall have from now on. */
export const smsScenes = ['login', 'regist', 'forgetpwd', 'change_mobile'] as const;

/** A proof of work instead of a puzzle: `captcha_code` is the solved payload (base64 JSON of
 * altcha). It costs more where much was tried: name the `mobile` that it is for, and the `scene`
 * when it is for a text, else it may be refused as too cheap (`captcha_wrong`; ask again with
 * both). */
export const captcha = call({
  path: '/qm/api/captcha',
  access: 'public',
  body: z.object({ mobile: z.optional(Mobile), scene: z.optional(z.enum(smsScenes)) }),
  data: z.object({
    captcha_id: z.string(),
    /** The altcha challenge, to be solved by the browser. */
    challenge: z.object({
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.number(),
      salt: z.string(),
      signature: z.string(),
    }),
  }),
});
const Solution = z.string().check(z.maxLength(4096, '图形验证码有误，请刷新页面后重试'));
export const Captcha = {
  captcha_id: z.string().check(z.maxLength(64)),
  captcha_code: Solution.check(z.minLength(1, '请先完成图形验证码')),
};

/** Sends a 6-digit code, valid `expire` seconds, again after `interval` seconds. The answer never
 * tells whether the number is known. */
export const loginSmsCode = call({
  path: '/qm/api/login/sms_code',
  access: 'public',
  body: z.object({ mobile: Mobile, scene: z.enum(smsScenes), ...Captcha }),
  data: z.object({ interval: z.number(), expire: z.number() }),
});

/** Who has signed in: the fields of `user_info` beside `defaultLoginUrl`, left out by older
 * versions, and once more under `user`. */
const Arrival = z.extend(z.partial(UserInfo), { user: UserInfo, defaultLoginUrl: z.string() });

/** Signs in. `message` of the envelope carries the token. SMS sign-in of an unknown number
 * answers the message `toRegister`, only after the code was right. A WeChat identity that opens no
 * account yet is refused with `wechat_unbound` and a `bind_ticket`. */
export const login = call({
  path: '/qm/api/login',
  access: 'public',
  body: z.discriminatedUnion('login_kind', [
    z.object({
      login_kind: z.literal('password'),
      account: Mobile,
      password: z.string().check(z.minLength(1, '请输入密码'), z.maxLength(64)),
      captcha_id: z.optional(Captcha.captcha_id),
      captcha_code: z.optional(Solution),
    }),
    z.object({ login_kind: z.literal('sms'), account: Mobile, sms_code: SmsCode }),
    /** What WeChat's page gave back to `/login/wechat`, in the browser that `wechat/authorize` was
     * asked from. */
    z.object({
      login_kind: z.literal('wechat'),
      code: z.string().check(z.minLength(1), z.maxLength(512)),
      state: z.string().check(z.minLength(1), z.maxLength(128)),
    }),
  ]),
  data: Arrival,
});

export const registCheck = call({
  path: '/qm/api/regist/check',
  access: 'public',
  body: z.object({
    field: z.enum(['mobile', 'id_no', 'real_name']),
    value: z.string().check(z.maxLength(100)),
    /** The document that the number or name is on. */
    id_type: z._default(IdType, 'ID'),
  }),
  data: z.object({ ok: Flag, message: z.string() }),
});

const Profession = {
  area_id: z.string().check(z.regex(/^\d{6}$/, '请选择所在地区')),
  unit_name: z.string().check(z.trim(), z.minLength(2, '请输入工作单位'), z.maxLength(60)),
  /** Set when the place of work was chosen from the table; `unit_name` is then the table's. */
  unit_id: z.optional(Id),
  series_code: z.string().check(z.regex(/^\d{2}$/, '请选择专业系列')),
  level: z.enum(['A', 'B', 'C', 'D'], '请选择专业级别'),
  post_type: z.enum(['E', 'M', 'A'], '请选择岗位类型'),
};

/** What a person fills in. `areas` codes come from AreaSelection; the last level chosen counts. */
export const RegistPerson = z
  .object({
    mobile: Mobile,
    sms_code: SmsCode,
    password: Password,
    real_name: RealName,
    id_type: z._default(IdType, 'ID'),
    id_no: IdNumber,
    /** Asked for where the document is not an identity card. */
    gender: z._default(Gender, ''),
    birth_date: z._default(z.string().check(z.maxLength(10)), ''),
    ...Profession,
    agree: z.literal('Y', '请阅读并同意服务条款和隐私声明'),
    agree_version: z._default(z.string().check(z.maxLength(32)), '2026-01'),
    /** Agreed to by itself: the use of the identity number. Older pages ask for it with `agree`. */
    agree_identity: z.optional(z.literal('Y', '请同意使用证件号码，用于实名核验和证书核发')),
  })
  .check(...documentChecks);

/** Registers and signs in: `message` carries the token as at login. */
export const registPerson = call({
  path: '/qm/api/regist/person',
  access: 'public',
  body: RegistPerson,
  data: Arrival,
});

/** Proves the number; the reset token is good for ten minutes and once. */
export const forgetpwdVerify = call({
  path: '/qm/api/forgetpwd/verify',
  access: 'public',
  body: z.object({ mobile: Mobile, sms_code: SmsCode }),
  data: z.object({ reset_token: z.string() }),
});

/** Sets the new password and ends every session of the account. */
export const forgetpwdReset = call({
  path: '/qm/api/forgetpwd/reset',
  access: 'public',
  body: z.object({ reset_token: z.string().check(z.maxLength(128)), password: Password }),
  data: Nothing,
});

/** Fields that study needs and the person has not given. */
export const profileFields = ['area_id', 'unit_name', 'series_code', 'level', 'post_type'] as const;
export type ProfileField = (typeof profileFields)[number];

export const ProfileUpdate = z.partial(z.object(Profession));

/** Changes what is given and leaves the rest. `unit_name` alone is refused while the person is in a
 * unit of the table (`unit_joined`); with `unit_id` it asks that unit to take them. */
export const userUpdate = call({
  path: '/qm/api/user/update',
  access: 'learner',
  body: ProfileUpdate,
  data: UserInfo,
});

/** Puts the prompt for an incomplete profile off for the rest of this session. */
export const profilePutOff = call({
  path: '/qm/api/user/profile_put_off',
  access: 'learner',
  body: Nothing,
  data: Nothing,
});
