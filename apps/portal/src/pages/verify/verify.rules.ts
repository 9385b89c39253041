import { isCertNo } from '@cme/contract/credits';
import { verifyWords as words } from './verify.words.ts';

const dashes = /[\u2010-\u2015\u2212\uFF0D\uFE63]/g;

/**
 * Normalizes a certificate number however it was typed or pasted: other dashes, lower-case or
 * full-width letters, spaces, missing dashes.
 */
export function normalizeNumber(typed: string): string {
  const plain = typed.normalize('NFKC').replace(dashes, '-').replace(/\s/g, '').toUpperCase();
  const parts = /^(\d{4})(\d{4})([A-Z])(\d{7})(\d)$/.exec(plain)?.slice(1);
  return parts ? parts.join('-') : plain;
}

export interface VerifyValues {
  cert_no: string;
  id_tail: string;
}

/** The call accepts the number in two forms, so the form validates with a rule of its own. */
export function findErrors({ cert_no, id_tail }: VerifyValues): Partial<VerifyValues> {
  const number = normalizeNumber(cert_no);
  const tail = [...id_tail.trim()].length;
  return {
    ...(isCertNo(number) ? {} : { cert_no: number ? words.wrongNo : words.needNo }),
    ...(tail === 4 ? {} : { id_tail: tail ? words.wrongTail : words.needTail }),
  };
}
