import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { isUnderOther } from '../identity/numbers/under-other.ts';
import { type Keys, seal, unseal } from '../identity/secret.rules.ts';
import { certificate } from './certificate.tables.ts';

const step = 100;
const boundTo = (user_id: string) => `id_no/${user_id}`;

/** Seals the holders' numbers anew, under the key that writes, in small steps. */
export async function resealCertificates(db: Db, keys: Keys): Promise<number> {
  let done = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const after: string = last;
    last = await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(certificate)
        .where(and(gt(certificate.cert_no, after), isUnderOther(keys, certificate.id_sealed)))
        .orderBy(asc(certificate.cert_no))
        .limit(step)
        .for('no key update');
      for (const { cert_no, user_id, id_sealed } of rows) {
        const number = unseal(keys.personal, id_sealed, boundTo(user_id));
        await tx
          .update(certificate)
          .set({ id_sealed: seal(keys.personal, number, boundTo(user_id)) })
          .where(eq(certificate.cert_no, cert_no));
      }
      done += rows.length;
      return rows.at(-1)?.cert_no;
    });
  }
  return done;
}

/** How many certificates' numbers do not open with the key that writes alone. */
export async function countUnprovenCertificates(db: Db, keys: Keys): Promise<number> {
  let wrong = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: { cert_no: string; user_id: string; id_sealed: string }[] = await db
      .select({
        cert_no: certificate.cert_no,
        user_id: certificate.user_id,
        id_sealed: certificate.id_sealed,
      })
      .from(certificate)
      .where(gt(certificate.cert_no, last))
      .orderBy(asc(certificate.cert_no))
      .limit(step * 5);
    wrong += rows.filter((row) => row.id_sealed && !opens(keys, row)).length;
    last = rows.at(-1)?.cert_no;
  }
  return wrong;
}

function opens(keys: Keys, { user_id, id_sealed }: { user_id: string; id_sealed: string }) {
  try {
    unseal([keys.personal[0]], id_sealed, boundTo(user_id));
    return true;
  } catch {
    return false;
  }
}
