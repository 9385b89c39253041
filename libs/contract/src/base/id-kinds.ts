import * as z from 'zod/mini';
import { birthDateOf, genderOf, isIdNumber, isRealName, isWorkingAge } from './rules.ts';

/** Documents that a person may be registered with. */
export const idKinds = [
  { code: 'ID', name: '居民身份证' },
  { code: 'OF', name: '军官证' },
  { code: 'HM', name: '港澳台通行证' },
  { code: 'PP', name: '护照' },
] as const;
export type IdKind = (typeof idKinds)[number]['code'];

/** What somebody is told about a number that is not one of its kind. */
export const idNumberWords: Record<IdKind, string> = {
  ID: '身份证号码不正确',
  OF: '证件号码不正确，请重新输入！',
  HM: '证件号码不正确，请重新输入！',
  PP: '证件号码不正确，请重新输入！',
};

/** Most characters of a number of any kind. */
export const longestIdNumber = 20;

/** A number as it is judged and kept: without blanks, in capitals. */
export const plainIdNumber = (value: string): string => value.replace(/\s/g, '').toUpperCase();

const patterns: Partial<Record<string, RegExp>> = {
  // 军字第1234567号, with or without 第 and 号.
  OF: /^[\u4e00-\u9fa5]{0,4}字第?\d{4,8}号?$/,
  // Hong Kong and Macau: H or M, eight digits of the person, two of the card. Taiwan: eight digits.
  HM: /^([HM]\d{8}(\d{2})?|\d{8})$/,
  PP: /^[A-Z0-9]{5,17}$/,
};

/** Whether this is a number of that kind. Expects it plain; a number of a kind that is none is
 * none. */
export const isIdOfKind = (kind: IdKind, value: string): boolean =>
  kind === 'ID' ? isIdNumber(value) : (patterns[kind]?.test(value) ?? false);

/** What is one person's, however it is written: two spellings with the same key are the same
 * document, and the cards that follow each other on a Hong Kong or Macau permit are one person's. */
export function idNumberKey(kind: IdKind, value: string): string {
  if (kind === 'OF') return value.replace(/[第号]/g, '');
  return kind === 'HM' ? value.slice(0, 9) : value;
}

/** Latin letters as passports have them, or a Chinese name. */
const isPassportName = (value: string) =>
  /^(?=.{2,60}$)[A-Za-z]+([ '-][A-Za-z]+)*$/.test(value) || isRealName(value);

/** Whether this can be the name on a document of that kind. */
export const isNameOfKind = (kind: IdKind, value: string): boolean =>
  kind === 'PP' ? isPassportName(value) : isRealName(value);

/** A day of the calendar as `YYYY-MM-DD`, of a person of 16 to 90 years. */
export const isBirthDate = (value: string, today = new Date()): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  birthDateOf(`000000${value.replaceAll('-', '')}`) === value &&
  isWorkingAge(value, today);

interface Document {
  real_name?: string;
  id_type: IdKind;
  id_no: string;
  gender?: string | undefined;
  birth_date?: string | undefined;
}

/** Gender (M, F) and birth date: the identity number tells both, other documents leave them to be
 * said. */
export function birthOf({ id_type, id_no, gender = '', birth_date = '' }: Document): {
  gender: string;
  birth_date: string;
} {
  return id_type === 'ID'
    ? { gender: genderOf(id_no), birth_date: birthDateOf(id_no) ?? '' }
    : { gender, birth_date };
}

const always = { when: () => true };
/** The rules of a document, for a schema that has its five fields: each fault stands by its field,
 * whatever else is wrong. */
export const documentChecks = [
  z.refine<Document>(
    ({ id_type = 'ID', real_name }) =>
      isNameOfKind(id_type, typeof real_name === 'string' ? real_name.trim() : ''),
    { path: ['real_name'], error: '请输入真实姓名', ...always },
  ),
  z.refine<Document>(({ id_type = 'ID', id_no }) => isIdOfKind(id_type, plain(id_no)), {
    path: ['id_no'],
    error: ({ input }) =>
      idNumberWords[(input as Partial<Document>).id_type ?? 'ID'] ?? idNumberWords.PP,
    ...always,
  }),
  z.refine<Document>(({ id_type, gender }) => !isAsked(id_type) || gender !== '', {
    path: ['gender'],
    error: '请选择性别',
    ...always,
  }),
  z.refine<Document>(
    ({ id_type, birth_date }) => !isAsked(id_type) || isBirthDate(birth_date ?? ''),
    { path: ['birth_date'], error: '请填写正确的出生日期（年满16周岁）', ...always },
  ),
] as const;

const plain = (value: unknown) => plainIdNumber(typeof value === 'string' ? value : '');
/** Whether gender and birth date have to be said. */
export const isAsked = (kind: unknown): boolean => kind === 'OF' || kind === 'HM' || kind === 'PP';
