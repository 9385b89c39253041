import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';
import type { Option } from '../base/options.ts';

export const educations = [
  { code: '1', name: '博士研究生' },
  { code: '2', name: '硕士研究生' },
  { code: '3', name: '大学本科' },
  { code: '4', name: '大学专科' },
  { code: '5', name: '中等专科' },
  { code: '6', name: '高中及以下' },
] as const satisfies readonly Option[];

/** Longest picture as base64: a square of 320 pixels needs a third of it. */
const mostPicture = 100_000;

const trimmed = (most: number, name: string) =>
  z.string().check(
    z.overwrite((text) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()),
    z.maxLength(most, `${name}最多${most}个字`),
  );
const withoutSpace = (text: string) => text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/**
 * What a person states about their work and how to reach them, besides the facts that change only by
 * request (`factKinds`). Each may be empty.
 */
const Details = {
  /** 职称, as on the certificate, and the day from which it is held: `YYYY-MM-DD`. */
  title_name: trimmed(30, '职称'),
  title_date: z.string().check(
    z.maxLength(10, '请选择取得职称的日期'),
    z.refine((text) => text === '' || isDay(text), '请选择取得职称的日期'),
  ),
  department: trimmed(30, '科室'),
  /** 职务. */
  post_name: trimmed(30, '职务'),
  education: z.enum(['', ...educations.map(({ code }) => code)], '请选择学历'),
  email: z.string().check(
    z.overwrite(withoutSpace),
    z.maxLength(100, '电子邮箱最多100个字符'),
    z.refine(
      (text) => text === '' || /^[^@*]+@[^@*.]+(\.[^@*.]+)+$/.test(text),
      '请输入正确的电子邮箱',
    ),
  ),
  /** 执业证号 of a doctor (15 digits), a nurse or another profession. */
  practice_no: z.string().check(
    z.overwrite((text) => withoutSpace(text).replaceAll('-', '').toUpperCase()),
    z.maxLength(20, '执业证号为8-20位数字或字母，请核对证书'),
    z.refine(
      (text) => text === '' || /^[A-Z\d]{8,20}$/.test(text),
      '执业证号为8-20位数字或字母，请核对证书',
    ),
  ),
  /** Whether the workplace is at the grass roots: a township, a village, a community. */
  grass_roots: z.enum(['Y', 'N', ''], '请选择是否在基层工作'),
};

/** Omitted fields stay as they are. `picture`: a JPEG or PNG in base64; empty removes it. */
export const ProfileDetailUpdate = z.partial(
  z.object({
    ...Details,
    picture: z.string().check(z.maxLength(mostPicture, '照片太大，请换一张')),
  }),
);

export const ProfileDetail = z.object({
  title_name: z.string(),
  title_date: z.string(),
  department: z.string(),
  post_name: z.string(),
  /** A code of `educations`, or empty. */
  education: z.string(),
  education_name: z.string(),
  /** Masked. */
  email: z.string(),
  /** N: nobody has shown that the address is theirs, so nothing is sent to it. */
  email_verified: Flag,
  /** Masked. */
  practice_no: z.string(),
  grass_roots: z.string(),
  /** A data URL of a square JPEG; empty without one. */
  picture: z.string(),
});
export type ProfileDetail = z.infer<typeof ProfileDetail>;

/** The signed-in person's own statements; nobody else receives them. */
export const profileDetail = call({
  path: '/qm/api/user/profile',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: ProfileDetail,
});

/** The same body has the same effect. */
export const profileDetailUpdate = call({
  path: '/qm/api/user/profile_update',
  access: 'learner',
  encoding: 'json',
  body: ProfileDetailUpdate,
  data: ProfileDetail,
});
