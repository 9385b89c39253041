import { and, asc, eq, gt } from 'drizzle-orm';
import { type IdNumbers, step } from '../../person/identity/numbers/id-numbers.store.ts';
import { isUnderOther } from '../../person/identity/numbers/under-other.ts';
import { certificate } from './certificate.tables.ts';

const held = {
  key: certificate.cert_no,
  user_id: certificate.user_id,
  id_sealed: certificate.id_sealed,
};

/** Identity numbers of certificate holders. */
export const certificateNumbers: IdNumbers = {
  underOther: (tx, keys, after) =>
    tx
      .select(held)
      .from(certificate)
      .where(and(gt(certificate.cert_no, after), isUnderOther(keys, certificate.id_sealed)))
      .orderBy(asc(certificate.cert_no))
      .limit(step)
      .for('no key update'),
  next: (db, after) =>
    db
      .select(held)
      .from(certificate)
      .where(gt(certificate.cert_no, after))
      .orderBy(asc(certificate.cert_no))
      .limit(step * 5),
  save: (tx, key, idSealed) =>
    tx.update(certificate).set({ id_sealed: idSealed }).where(eq(certificate.cert_no, key)),
};
