import type { IdKind } from '@cme/contract/base';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { user } from './identity.tables.ts';
import type { Keys } from './secret.rules.ts';
import { idHashes, mobileHash, mobileHashes } from './number.rules.ts';

/** The hash of a number for limits and SMS codes: as stored in its person's row, so that a key
 * rotation resets nothing. */
export async function readAccountHash(
  db: Db,
  keys: Keys,
  siteId: string,
  mobile: string,
): Promise<string> {
  const hashes = mobileHashes(keys, siteId, mobile);
  const rows =
    hashes.length === 1
      ? []
      : await db
          .select({ account: user.mobile_hash })
          .from(user)
          .where(and(eq(user.site_id, siteId), inArray(user.mobile_hash, hashes)));
  return rows[0]?.account ?? mobileHash(keys, siteId, mobile);
}

/** Whether the mobile or document exists under an older key, which unique constraints cannot
 * detect. Concurrent writers of the same value wait until the transaction ends. */
export async function isTakenUnderOtherKey(
  tx: Db,
  keys: Keys,
  {
    site_id,
    mobile,
    id_type,
    id_no,
  }: { site_id: string; mobile: string; id_type?: IdKind; id_no?: string },
): Promise<'mobile_taken' | 'id_taken' | undefined> {
  if (keys.lookup.length === 1) return undefined;
  const mobiles = mobileHashes(keys, site_id, mobile);
  const documents = id_type && id_no ? idHashes(keys, site_id, id_type, id_no) : [];
  // In the same order everywhere to avoid deadlocks, whichever key comes first.
  for (const hash of [...mobiles, ...documents].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`number ${hash}`}, 0))`);
  const found = await tx
    .select({ mobile_hash: user.mobile_hash })
    .from(user)
    .where(
      and(
        eq(user.site_id, site_id),
        or(inArray(user.mobile_hash, mobiles), inArray(user.id_hash, documents)),
      ),
    );
  if (found.length === 0) return undefined;
  return found.some(({ mobile_hash }) => mobiles.includes(mobile_hash))
    ? 'mobile_taken'
    : 'id_taken';
}
