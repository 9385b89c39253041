import * as z from 'zod/mini';
import { firstPageVersion } from '../site/site-page.ts';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing } from '../base/fields.ts';
import { documentChecks } from '../base/id-kinds.ts';
import { textLine } from '../base/text-fields.ts';
import {
  Gender,
  GivenPassword,
  IdNumber,
  IdType,
  Mobile,
  Password,
  RealName,
  SmsCode,
} from '../base/person-fields.ts';
import { UserInfo } from './user-info.ts';

/** For `change_mobile` the code is sent to the new number. */
export const smsScenes = ['login', 'regist', 'forgetpwd', 'change_mobile'] as const;

/**
 * A proof-of-work challenge; `captcha_code` is the solved payload (base64 JSON of altcha).
 * Difficulty rises with the number of attempts: pass the `mobile`, and the `scene` for an SMS, or
 * the solution may be refused as too cheap (`captcha_wrong`; request again with both).
 */
export const captcha = call({
  path: '/qm/api/captcha',
  access: 'public',
  body: z.object({ mobile: z.optional(Mobile), scene: z.optional(z.enum(smsScenes)) }),
  data: z.object({
    captcha_id: z.string(),
    /** The altcha challenge for the browser to solve. */
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
  captcha_code: Solution.check(z.minLength(1, '请输入图形验证码')),
};

/**
 * Sends a 6-digit code, valid for `expire` seconds; can be repeated after `interval` seconds. Never
 * reveals whether the number is known.
 */
export const loginSmsCode = call({
  path: '/qm/api/login/sms_code',
  access: 'public',
  body: z.object({ mobile: Mobile, scene: z.enum(smsScenes), ...Captcha }),
  data: z.object({ interval: z.number(), expire: z.number() }),
});

/**
 * The signed-in person: the fields of `user_info` (absent from older versions) and
 * `defaultLoginUrl`, and again under `user`.
 */
export const Arrival = z.extend(z.partial(UserInfo), {
  user: UserInfo,
  defaultLoginUrl: z.string(),
});

/**
 * Signs in. The envelope's `message` carries the token. SMS sign-in of an unknown number returns
 * the message `toRegister`, only after a correct code. An unbound WeChat identity is refused with
 * `wechat_unbound` and a `bind_ticket`; an account with a second factor with `factor_needed` and a
 * `factor_ticket` for `login/factor`, a staff account without one with `factor_enrol`.
 */
export const login = call({
  path: '/qm/api/login',
  access: 'public',
  body: z.discriminatedUnion('login_kind', [
    z.object({
      /** Without a kind, a password is meant. */
      login_kind: z._default(z.optional(z.literal('password')), 'password'),
      account: Mobile,
      password: GivenPassword('请输入密码'),
      captcha_id: z.optional(Captcha.captcha_id),
      captcha_code: z.optional(Solution),
    }),
    z.object({ login_kind: z.literal('sms'), account: Mobile, sms_code: SmsCode }),
    /**
     * The parameters WeChat passed to `/login/wechat`, in the browser that called
     * `wechat/authorize`.
     */
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
    /** Kind of document of the number or name. */
    id_type: z._default(IdType, 'ID'),
  }),
  data: z.object({ ok: Flag, message: z.string() }),
});

const Profession = {
  area_id: z.string().check(z.regex(/^\d{6}$/, '请选择所在地区')),
  unit_name: textLine(60).check(z.minLength(2, '请输入工作单位')),
  /** Set when the unit was chosen from the directory; `unit_name` is then ignored. */
  unit_id: z.optional(Id),
  series_code: z.string().check(z.regex(/^\d{2}$/, '请选择专业系列')),
  level: z.enum(['A', 'B', 'C', 'D'], '请选择专业级别'),
  post_type: z.enum(['E', 'M', 'A'], '请选择岗位类型'),
};

/** Registration form. `areas` are codes from AreaSelection; the lowest level counts. */
export const RegistPerson = z
  .object({
    mobile: Mobile,
    sms_code: SmsCode,
    password: Password,
    real_name: RealName,
    id_type: z._default(IdType, 'ID'),
    id_no: IdNumber,
    /** Required if the document is not an identity card. */
    gender: z._default(Gender, ''),
    birth_date: z._default(z.string().check(z.maxLength(10)), ''),
    ...Profession,
    agree: z.literal('Y', '请阅读并同意服务条款和隐私政策'),
    /** The versions that were shown; refused unless they are the current ones. */
    agree_version: z._default(z.string().check(z.maxLength(32)), firstPageVersion),
    privacy_version: z._default(z.string().check(z.maxLength(32)), firstPageVersion),
    /** Separate consent to the use of the identity number. Older pages include it in `agree`. */
    agree_identity: z.optional(z.literal('Y', '请同意使用证件号码，用于实名核验和证书核发')),
  })
  .check(...documentChecks);

/** Registers and signs in: `message` carries the token as in login. */
export const registPerson = call({
  path: '/qm/api/regist/person',
  access: 'public',
  body: RegistPerson,
  data: Arrival,
});

/**
 * Verifies the number; the reset token is valid once, for ten minutes. `wechat_bound` Y: the account
 * has a binding that the reset will end.
 */
export const forgetpwdVerify = call({
  path: '/qm/api/forgetpwd/verify',
  access: 'public',
  body: z.object({ mobile: Mobile, sms_code: SmsCode }),
  data: z.object({ reset_token: z.string(), wechat_bound: z.optional(Flag) }),
});

/**
 * Sets the new password and ends every session of the account and, unless `keep_wechat` is Y, the
 * binding of WeChat.
 */
export const forgetpwdReset = call({
  path: '/qm/api/forgetpwd/reset',
  access: 'public',
  body: z.object({
    reset_token: z.string().check(z.maxLength(128)),
    password: Password,
    keep_wechat: z.optional(Flag),
  }),
  data: Nothing,
});

/** Profile fields that are required for study and missing. */
export const profileFields = ['area_id', 'unit_name', 'series_code', 'level', 'post_type'] as const;
export type ProfileField = (typeof profileFields)[number];

export const ProfileUpdate = z.partial(z.object(Profession));

/**
 * Updates the given fields only. `unit_name` alone is refused while the person belongs to a unit of
 * the directory (`unit_joined`); with `unit_id` it applies to that unit. Facts that have a value
 * (`factKinds`) change only by request (`fact_locked`).
 */
export const userUpdate = call({
  path: '/qm/api/user/update',
  access: 'learner',
  body: ProfileUpdate,
  data: UserInfo,
});

/** Snoozes the profile prompt for the rest of this session. */
export const profilePutOff = call({
  path: '/qm/api/user/profile_put_off',
  access: 'learner',
  body: Nothing,
  data: Nothing,
});
