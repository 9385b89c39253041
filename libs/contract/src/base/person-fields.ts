import * as z from 'zod/mini';
import { idKinds, type IdKind, longestIdNumber, plainIdNumber } from './id-kinds.ts';
import { emptyOr } from './fields.ts';
import { findPasswordFault, isPassword } from './password.ts';
import { isMobile } from './rules.ts';
import { countCharacters, plainDigits, plainMobile, plainName, tooLong } from './typed-text.ts';

export const Mobile = z
  .string()
  .check(
    z.overwrite(plainMobile),
    z.refine(isMobile, emptyOr('请输入手机号', '请输入正确的手机号码')),
    z.maxLength(11, '请输入正确的手机号码'),
  );
export const SmsCode = z
  .string()
  .check(
    z.overwrite(plainDigits),
    z.regex(/^\d{6}$/, emptyOr('请输入短信验证码', '验证码错误或已失效')),
  );
/** Neither changed nor cut. */
export const Password = z
  .string()
  .check(
    z.refine(isPassword, { error: ({ input }) => findPasswordFault(String(input)) }),
    z.maxLength(20, { error: ({ input }) => findPasswordFault(String(input)) }),
  );
/** A password to be compared with the stored one. */
export const GivenPassword = (missing: string) =>
  z
    .string()
    .check(
      z.minLength(1, missing),
      z.maxLength(64, { error: ({ input }) => `密码最多64位，现在${String(input).length}位` }),
    );
/** Validated with the kind of document by `documentChecks`. Dots are kept as written. */
export const RealName = z
  .string()
  .check(
    z.overwrite(plainName),
    z.maxLength(60, { error: ({ input }) => `姓名${tooLong(60, countCharacters(String(input)))}` }),
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
