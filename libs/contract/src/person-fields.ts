import * as z from 'zod/mini';
import { isIdNumber, isMobile, isPassword, isRealName } from './rules.ts';

const passwordRule = '密码须为8-20位，包含大写字母、小写字母和数字';

export const Mobile = z
  .string()
  .check(
    z.trim(),
    z.refine(isMobile, '请输入正确的手机号码'),
    z.maxLength(11, '请输入正确的手机号码'),
  );
export const SmsCode = z.string().check(
  z.trim(),
  z.regex(/^\d{6}$/, {
    error: ({ input }) => (input === '' ? '请输入短信验证码' : '验证码错误或已失效'),
  }),
);
export const Password = z
  .string()
  .check(z.refine(isPassword, passwordRule), z.maxLength(20, passwordRule));
export const RealName = z
  .string()
  .check(z.trim(), z.refine(isRealName, '请输入真实姓名'), z.maxLength(60, '请输入真实姓名'));
export const IdNumber = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.refine((value) => isIdNumber(value), '身份证号码不正确'),
  z.maxLength(18, '身份证号码不正确'),
);
