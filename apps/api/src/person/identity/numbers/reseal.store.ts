import type { IdKind } from '@cme/contract/base';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { limitHit, loginLog, smsCode, user, userDevice } from '../identity.tables.ts';
import { type Keys, seal } from '../secret.rules.ts';
import { smsMessage } from '../sms/sms.tables.ts';
import { isUnderOther } from './under-other.ts';
import {
  decryptBirthDate,
  unsealEmail,
  unsealIdNumber,
  unsealMobile,
  unsealPractice,
  type UserRow,
} from '../user.store.ts';
import { runInSteps, step } from './id-numbers.store.ts';
import { accountKeys, idHash, mobileHash } from '../number.rules.ts';

/** Re-encrypts people's numbers with the current key in batches, during normal operation. People
 * with an unused SMS code are left out until it expires, because the code is bound to the number's
 * hash. */
export const resealPeople = (db: Db, keys: Keys, now: Date): Promise<number> =>
  runInSteps((after) =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(user)
        .where(
          and(
            gt(user.user_id, after),
            or(
              isUnderOther(keys, user.mobile_sealed),
              isUnderOther(keys, user.id_sealed),
              isUnderOther(keys, user.birth_sealed),
              isUnderOther(keys, user.email_sealed),
              isUnderOther(keys, user.practice_sealed),
            ),
          ),
        )
        .orderBy(asc(user.user_id))
        .limit(step)
        .for('no key update');
      const waiting = await withCodes(tx, rows, now);
      const people = rows.filter(({ user_id }) => !waiting.has(user_id));
      await save(
        tx,
        people.map((row) => resealUser(keys, row)),
      );
      return { done: people.length, last: rows.at(-1)?.user_id };
    }),
  );

/** People with a valid code. */
async function withCodes(tx: Db, rows: UserRow[], now: Date): Promise<Set<string>> {
  const codes = await tx
    .select({ user_id: user.user_id })
    .from(smsCode)
    .innerJoin(
      user,
      and(eq(user.site_id, smsCode.site_id), eq(user.mobile_hash, smsCode.mobile_hash)),
    )
    .where(
      and(
        inArray(
          user.user_id,
          rows.map(({ user_id }) => user_id),
        ),
        eq(smsCode.used, false),
        gt(smsCode.expires_at, now),
      ),
    );
  return new Set(codes.map(({ user_id }) => user_id));
}

interface ResealedUser {
  user_id: string;
  before: string;
  mobile_hash: string;
  mobile_sealed: string;
  id_hash: string;
  id_sealed: string;
  birth_sealed: string;
  email_sealed: string;
  practice_sealed: string;
}

function resealUser(keys: Keys, row: UserRow): ResealedUser {
  const { user_id, site_id } = row;
  const mobile = unsealMobile(keys, row);
  const id_no = unsealIdNumber(keys, row);
  const birth = decryptBirthDate(keys, row);
  const email = unsealEmail(keys, row);
  const practice = unsealPractice(keys, row);
  return {
    user_id,
    before: row.mobile_hash,
    // A closed account has no number.
    mobile_hash: mobile ? mobileHash(keys, site_id, mobile) : row.mobile_hash,
    mobile_sealed: seal(keys.personal, mobile, `mobile/${user_id}`),
    id_hash: id_no ? idHash(keys, site_id, row.id_type as IdKind, id_no) : row.id_hash,
    id_sealed: seal(keys.personal, id_no, `id_no/${user_id}`),
    birth_sealed: birth && seal(keys.personal, birth, `birth/${user_id}`),
    email_sealed: email && seal(keys.personal, email, `email/${user_id}`),
    practice_sealed: practice && seal(keys.personal, practice, `practice/${user_id}`),
  };
}

/** Rate limits and known browsers keyed by the number are moved too. */
async function save(tx: Db, people: ResealedUser[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as anew (user_id text,
    before text, mobile_hash text, mobile_sealed text, id_hash text, id_sealed text, birth_sealed text,
    email_sealed text, practice_sealed text)`;
  await tx.execute(sql`update ${user} u set mobile_hash = anew.mobile_hash, mobile_sealed = anew.mobile_sealed,
    id_hash = anew.id_hash, id_sealed = anew.id_sealed, birth_sealed = anew.birth_sealed,
    email_sealed = anew.email_sealed, practice_sealed = anew.practice_sealed
    from ${given} where u.user_id = anew.user_id`);
  for (const table of [loginLog, userDevice, smsMessage])
    await tx.execute(
      sql`update ${table} t set account_hash = anew.mobile_hash from ${given} where t.account_hash = anew.before`,
    );
  for (const toKey of Object.values(accountKeys))
    await tx.execute(
      sql`update ${limitHit} t set key = ${toKey('')} || anew.mobile_hash from ${given} where t.key = ${toKey('')} || anew.before`,
    );
}

/** The number of people whose numbers cannot be decrypted or found with the current key alone. */
export function countUnproven(db: Db, keys: Keys): Promise<number> {
  const newKeysOnly: Keys = { ...keys, personal: [keys.personal[0]], lookup: [keys.lookup[0]] };
  return runInSteps(async (after) => {
    const rows = await db
      .select()
      .from(user)
      .where(gt(user.user_id, after))
      .orderBy(asc(user.user_id))
      .limit(step * 5);
    const unreadableRows = rows.filter((row) => !isProven(newKeysOnly, row));
    return { done: unreadableRows.length, last: rows.at(-1)?.user_id };
  });
}

function isProven(keys: Keys, row: UserRow): boolean {
  try {
    const mobile = unsealMobile(keys, row);
    const id_no = unsealIdNumber(keys, row);
    decryptBirthDate(keys, row);
    unsealEmail(keys, row);
    unsealPractice(keys, row);
    return (
      (!mobile || mobileHash(keys, row.site_id, mobile) === row.mobile_hash) &&
      (!id_no || idHash(keys, row.site_id, row.id_type as IdKind, id_no) === row.id_hash)
    );
  } catch {
    return false;
  }
}
