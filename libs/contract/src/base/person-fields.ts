import * as z from 'zod/mini';
import { idKinds, type IdKind, longestIdNumber, plainIdNumber } from './id-kinds.ts';
import { emptyOr } from './fields.ts';
import { isMobile, isPassword } from './rules.ts';

const passwordRule = '密码须为8-20位，包含大写字母、小写字母和数字';

export const Mobile = z
  .string()
  .check(
    z.trim(),
    z.refine(isMobile, emptyOr('请输入手机号', '请输入正确的手机号码')),
    z.maxLength(11, '请输入正确的手机号码'),
  );
export const SmsCode = z
  .string()
  .check(z.trim(), z.regex(/^\d{6}$/, emptyOr('请输入短信验证码', '验证码错误或已失效')));
export const Password = z
  .string()
  .check(z.refine(isPassword, emptyOr('请输入密码', passwordRule)), z.maxLength(20, passwordRule));
/** Validated with the kind of document by `documentChecks`. */
export const RealName = z.string().check(
  z.trim(),
  z.overwrite((name) => name.replace(/\s+/g, ' ')),
  z.maxLength(60, '请输入真实姓名'),
);
export const IdType = z.enum(
  idKinds.map(({ code }) => code) as [IdKind, ...IdKind[]],
  '请选择证件类型',
);
/** Validated with the kind of document by `documentChecks`. */
export const IdNumber = z
  .string()
  .check(z.overwrite(plainIdNumber), z.maxLength(longestIdNumber, '证件号码不正确，请重新输入！'));
export const Gender = z.enum(['M', 'F', ''], '请选择性别');
