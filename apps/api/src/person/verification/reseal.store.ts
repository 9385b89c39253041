import { and, asc, eq, gt } from 'drizzle-orm';
import { type IdNumbers, step } from '../identity/numbers/id-numbers.store.ts';
import { isUnderOther } from '../identity/numbers/under-other.ts';
import { identityRequest } from './verification.tables.ts';

const held = {
  key: identityRequest.request_id,
  user_id: identityRequest.user_id,
  id_sealed: identityRequest.id_sealed,
};

/** Identity numbers in requests for correction. */
export const requestNumbers: IdNumbers = {
  underOther: (tx, keys, after) =>
    tx
      .select(held)
      .from(identityRequest)
      .where(
        and(gt(identityRequest.request_id, after), isUnderOther(keys, identityRequest.id_sealed)),
      )
      .orderBy(asc(identityRequest.request_id))
      .limit(step)
      .for('no key update'),
  next: (db, after) =>
    db
      .select(held)
      .from(identityRequest)
      .where(gt(identityRequest.request_id, after))
      .orderBy(asc(identityRequest.request_id))
      .limit(step * 5),
  save: (tx, key, idSealed) =>
    tx
      .update(identityRequest)
      .set({ id_sealed: idSealed })
      .where(eq(identityRequest.request_id, key)),
};
