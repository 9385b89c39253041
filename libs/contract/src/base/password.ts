/** Shortest and longest password. */
const shortest = 8;
const longest = 20;
const allKinds = '密码须为8-20位，包含大写字母、小写字母和数字';

const kinds = [/[A-Z]/, /[a-z]/, /\d/];

/** Why a new password is refused; empty if it is accepted. It is never changed nor cut. */
export function findPasswordFault(value: string): string {
  if (value === '') return '请输入密码';
  if (value.length > longest) return `密码须为8-20位，现在${value.length}位`;
  if (value.length < shortest) return allKinds;
  if (/\s/.test(value)) return '密码中不能有空格';
  return kinds.every((pattern) => pattern.test(value)) ? '' : allKinds;
}

/** 8 to 20 characters with an upper-case letter, a lower-case letter and a digit, no space. */
export const isPassword = (value: string): boolean => findPasswordFault(value) === '';
