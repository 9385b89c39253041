import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { isUnderOther } from '../identity/numbers/under-other.ts';
import { type Keys, seal, unseal } from '../identity/secret.rules.ts';
import { identityRequest } from './verification.tables.ts';

const step = 100;
const boundTo = (user_id: string) => `id_no/${user_id}`;

/** Seals the numbers of requests anew, under the key that writes, in small steps. */
export async function resealRequests(db: Db, keys: Keys): Promise<number> {
  let done = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const after: string = last;
    last = await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(identityRequest)
        .where(
          and(gt(identityRequest.request_id, after), isUnderOther(keys, identityRequest.id_sealed)),
        )
        .orderBy(asc(identityRequest.request_id))
        .limit(step)
        .for('no key update');
      for (const { request_id, user_id, id_sealed } of rows) {
        const number = unseal(keys.personal, id_sealed, boundTo(user_id));
        await tx
          .update(identityRequest)
          .set({ id_sealed: seal(keys.personal, number, boundTo(user_id)) })
          .where(eq(identityRequest.request_id, request_id));
      }
      done += rows.length;
      return rows.at(-1)?.request_id;
    });
  }
  return done;
}

/** How many requests' numbers need another key than the one that writes. */
export const countRequestsUnderOther = (db: Db, keys: Keys): Promise<number> =>
  db.$count(identityRequest, isUnderOther(keys, identityRequest.id_sealed));
