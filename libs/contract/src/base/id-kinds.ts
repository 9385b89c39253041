import * as z from 'zod/mini';
import {
  birthDateOf,
  genderOf,
  isIdNumber,
  isLatinName,
  isRealName,
  isWorkingAge,
} from './rules.ts';
import { plainName, plainNumber } from './typed-text.ts';

/** Kinds of identity documents. */
export const idKinds = [
  { code: 'ID', name: '居民身份证' },
  { code: 'OF', name: '军官证' },
  { code: 'HM', name: '港澳台通行证' },
  { code: 'PP', name: '护照' },
] as const;
export type IdKind = (typeof idKinds)[number]['code'];

/** Error message for an invalid number, by kind of document. */
export const idNumberWords: Record<IdKind, string> = {
  ID: '身份证号码不正确',
  OF: '证件号码不正确，请重新输入！',
  HM: '证件号码不正确，请重新输入！',
  PP: '证件号码不正确，请重新输入！',
};

/** Maximum length of a number of any kind. */
export const longestIdNumber = 20;

/** Half-width capitals without spaces, dashes and invisible characters. */
export const plainIdNumber = plainNumber;

const patterns: Partial<Record<string, RegExp>> = {
  // 军字第1234567号, with or without 第 and 号.
  OF: /^[\u4e00-\u9fa5]{0,4}字第?\d{4,8}号?$/,
  // Hong Kong and Macau: H or M, eight digits of the person, two of the card. Taiwan: eight digits.
  HM: /^([HM]\d{8}(\d{2})?|\d{8})$/,
  PP: /^[A-Z0-9]{5,17}$/,
};

/**
 * Whether this is a valid number of that kind. Expects a normalised number; an unknown kind is
 * never valid.
 */
export const isIdOfKind = (kind: IdKind, value: string): boolean =>
  kind === 'ID' ? isIdNumber(value) : (patterns[kind]?.test(value) ?? false);

/**
 * Identity key of a person's document: equal for different spellings of the same document, and for
 * successive cards of one Hong Kong or Macau permit.
 */
export function idNumberKey(kind: IdKind, value: string): string {
  if (kind === 'OF') return value.replace(/[第号]/g, '');
  return kind === 'HM' ? value.slice(0, 9) : value;
}

/**
 * Whether this is a valid name on a document of that kind. Passports and permits also have names in
 * Latin letters. Expects a normalised name.
 */
export const isNameOfKind = (kind: IdKind, value: string): boolean =>
  isRealName(value) || ((kind === 'PP' || kind === 'HM') && isLatinName(value));

/** A real date as `YYYY-MM-DD`, of a person aged 16 to 90. */
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

/**
 * Gender (M, F) and birth date: derived from an identity number, given by the person for other
 * documents.
 */
export function birthOf({ id_type, id_no, gender = '', birth_date = '' }: Document): {
  gender: string;
  birth_date: string;
} {
  return id_type === 'ID'
    ? { gender: genderOf(id_no), birth_date: birthDateOf(id_no) ?? '' }
    : { gender, birth_date };
}

const always = { when: () => true };
/**
 * Validation of a document's five fields; each error is reported at its field, independent of the
 * others.
 */
export const documentChecks = [
  z.refine<Document>(
    ({ id_type = 'ID', real_name }) =>
      isNameOfKind(id_type, typeof real_name === 'string' ? plainName(real_name) : ''),
    { path: ['real_name'], error: '请输入真实姓名', ...always },
  ),
  z.refine<Document>(({ id_type = 'ID', id_no }) => isIdOfKind(id_type, toPlain(id_no)), {
    path: ['id_no'],
    error: ({ input }) => {
      const { id_type = 'ID', id_no } = input as Partial<Document>;
      if (toPlain(id_no) === '') return '请输入证件号码';
      return idNumberWords[id_type] ?? idNumberWords.PP;
    },
    ...always,
  }),
  z.refine<Document>(({ id_type, gender }) => !isAsked(id_type) || gender !== '', {
    path: ['gender'],
    error: '请选择性别',
    ...always,
  }),
  z.refine<Document>(
    ({ id_type, birth_date }) => !isAsked(id_type) || isBirthDate(birth_date ?? ''),
    {
      path: ['birth_date'],
      error: ({ input }) =>
        (input as Document).birth_date ? '请填写正确的出生日期（年满16周岁）' : '请选择出生日期',
      ...always,
    },
  ),
] as const;

const toPlain = (value: unknown) => plainIdNumber(typeof value === 'string' ? value : '');
/** Whether gender and birth date must be given. */
export const isAsked = (kind: unknown): boolean => kind === 'OF' || kind === 'HM' || kind === 'PP';
