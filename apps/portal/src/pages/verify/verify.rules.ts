import { plainNumber } from '@cme/contract/base';
import { isCertNo, plainCertNo } from '@cme/contract/credits';
import { verifyWords as words } from './verify.words.ts';

export interface VerifyValues {
  cert_no: string;
  id_tail: string;
}

/** The call accepts the number in two forms, so the form validates with a rule of its own. */
export function findErrors({ cert_no, id_tail }: VerifyValues): Partial<VerifyValues> {
  const number = plainCertNo(cert_no);
  const tail = plainNumber(id_tail).length;
  return {
    ...(isCertNo(number) ? {} : { cert_no: number ? words.wrongNo : words.needNo }),
    ...(tail === 4 ? {} : { id_tail: tail ? words.wrongTail : words.needTail }),
  };
}
