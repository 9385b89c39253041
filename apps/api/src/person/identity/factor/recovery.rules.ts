import { randomInt } from 'node:crypto';
import { type Keys, keyedHash } from '../secret.rules.ts';

const recoveryCount = 10;
/** Without letters and digits that are read as others. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const length = 12;

/** Ten codes of 58 bits, written in groups: `ABCD-EFGH-JKMN`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

const plainCode = (code: string) => code.toUpperCase().replace(/[\s-]/g, '');

/** Whether a text has the format of a recovery code, in any case and grouping. */
export const isRecoveryCode = (code: string): boolean => /^[A-Z2-9]{12}$/.test(plainCode(code));

export const recoveryHash = (keys: Keys, factorId: string, code: string): string =>
  keyedHash(keys.factor, 'recovery', factorId, plainCode(code));
