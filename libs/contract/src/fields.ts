import * as z from 'zod/mini';
import { isIdNumber, isMobile, isPassword, isRealName } from './rules.ts';

/** Y/N flags as the wire spells them. */
export const Flag = z.enum(['Y', 'N']);
export type Flag = z.infer<typeof Flag>;

/** An id made by the server (ULID), or a code such as an order's. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** `YYYY-MM-DD HH:mm:ss` in +08:00. */
export const Time = z.string();

/** A whole number that may arrive as text from a form body. */
export const Count = z.coerce.number().check(z.int());

/** Yuan as a decimal string with two places: `"98.00"`. */
export const Yuan = z.string();

export const Page = z._default(Count.check(z.minimum(1), z.maximum(10_000)), 1);
export const PageSize = z._default(Count.check(z.minimum(1), z.maximum(100)), 10);

/** A page of a list: `total` counts all rows that match, not only these. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number(), page: z.number(), page_size: z.number() });

export const Nothing = z.object({});

export const Mobile = z.string().check(z.trim(), z.refine(isMobile, '请输入正确的手机号码'));
export const SmsCode = z.string().check(z.trim(), z.regex(/^\d{6}$/, '验证码错误或已失效'));
export const Password = z.string().check(z.refine(isPassword, '密码须为8-20位，包含大写字母、小写字母和数字'));
export const RealName = z.string().check(z.trim(), z.refine(isRealName, '请输入真实姓名'));
export const IdNumber = z.string().check(z.trim(), z.toUpperCase(), z.refine((value) => isIdNumber(value), '身份证号码不正确'));
