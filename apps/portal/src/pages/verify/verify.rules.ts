import { isCertNo } from '@cme/contract';
import { verifyWords as words } from './verify.words.ts';

const dashes = /[\u2010-\u2015\u2212\uFF0D\uFE63]/g;

/** A number as it is printed, however it was typed or pasted: other dashes, small or full-width
 * letters, blanks, no dashes at all. */
export function plainNumber(typed: string): string {
  const plain = typed.normalize('NFKC').replace(dashes, '-').replace(/\s/g, '').toUpperCase();
  const parts = /^(\d{4})(\d{4})([A-Z])(\d{7})(\d)$/.exec(plain)?.slice(1);
  return parts ? parts.join('-') : plain;
}

export interface VerifyValues {
  cert_no: string;
  id_tail: string;
}

/** The number is asked for in two ways by the call, so the form's own rule judges it. */
export function errorsOf({ cert_no, id_tail }: VerifyValues): Partial<VerifyValues> {
  const number = plainNumber(cert_no);
  return {
    ...(isCertNo(number) ? {} : { cert_no: number ? words.wrongNo : words.needNo }),
    ...([...id_tail.trim()].length === 4 ? {} : { id_tail: words.wrongTail }),
  };
}
