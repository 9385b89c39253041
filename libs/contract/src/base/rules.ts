/**
 * Validation rules shared by the API and every client, so that a form rejects exactly what the
 * server would.
 */

/** Mainland mobile number: 1, then 3 to 9, eleven digits in all. */
export function isMobile(value: string): boolean {
  return /^1[3-9]\d{9}$/.test(value);
}

/**
 * A Chinese name of 2 to 30 characters, from the whole script; a dot, in any of its spellings, joins
 * the parts of minority names.
 */
export function isRealName(value: string): boolean {
  return (
    /^\p{Script=Han}+(?:[·•・‧．⋅∙●･᛫]\p{Script=Han}+)*$/u.test(value) &&
    [...value].length >= 2 &&
    [...value].length <= 30
  );
}

/**
 * A name in Latin letters as in passports, accents included: parts joined by a space, apostrophe,
 * dash or full stop.
 */
export function isLatinName(value: string): boolean {
  return (
    /^\p{Script=Latin}(?:[.,'’‘ʼ‐-]? ?[\p{Script=Latin}\p{M}])*\.?$/u.test(value) &&
    value.length >= 2 &&
    value.length <= 60
  );
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(
    ' ',
  ),
);

/**
 * Citizen identity number (GB 11643): known province, real birth date, age 16 to 90 on `today`,
 * check character by ISO 7064 MOD 11-2. Expects an upper-case X.
 */
export function isIdNumber(value: string, today = new Date()): boolean {
  if (!/^\d{17}[\dX]$/.test(value) || !provinces.has(value.slice(0, 2))) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  if ('10X98765432'[sum % 11] !== value[17]) return false;
  const birth = birthDateOf(value);
  return birth !== undefined && isWorkingAge(birth, today);
}

/** Whether a person born on `birth` (`YYYY-MM-DD`) is aged 16 to 90 on `today`. */
export const isWorkingAge = (birth: string, today: Date): boolean =>
  isBetween(getAge(birth, today), 16, 90);

/** Birth date from an identity number as `YYYY-MM-DD`, or undefined if it is not a real date. */
export function birthDateOf(idNumber: string): string | undefined {
  const date = `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : undefined;
}

/** M or F, from the parity of the last digit of the sequence number. */
export function genderOf(idNumber: string): 'M' | 'F' {
  return Number(idNumber[16]) % 2 === 1 ? 'M' : 'F';
}

/** 13800000001 → 138****0001 */
export function maskMobile(mobile: string): string {
  return mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
}

/**
 * 11010519491231002X → 110105********002X. Other documents have shorter numbers and show less:
 * 军字第1234567号 → 军字第****67号, H12345678 → H****678, E12345678 → E****678.
 */
export function maskIdNumber(idNumber: string): string {
  if (/^\d{17}[\dX]$/.test(idNumber)) return idNumber.replace(/^(.{6}).*(.{4})$/, '$1********$2');
  const [, before = '', digits, after = ''] = /^(.*字第?)(\d+)(号?)$/.exec(idNumber) ?? [];
  if (digits) return `${before}****${digits.slice(-2)}${after}`;
  const shownLength = Math.min(4, Math.floor(idNumber.length / 3));
  return `${idNumber.slice(0, 1)}****${idNumber.slice(idNumber.length - shownLength)}`;
}

/** The last four characters of a document number, required to verify a certificate. */
export const idNumberTail = (idNumber: string): string =>
  idNumber
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-4);

function getAge(birth: string, today: Date): number {
  const now = today.toISOString().slice(0, 10);
  return (
    Number(now.slice(0, 4)) - Number(birth.slice(0, 4)) - (now.slice(5) < birth.slice(5) ? 1 : 0)
  );
}

const isBetween = (value: number, low: number, high: number) => value >= low && value <= high;
