import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { creditRecord } from './credits.tables.ts';

/** Credits of courses on a site that were granted without a certificate. */
export async function countWithoutCertificate(db: Db, siteId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.site_id, siteId),
        eq(creditRecord.status, 'granted'),
        eq(creditRecord.source_type, 'course'),
        eq(creditRecord.cert_no, ''),
      ),
    );
  return row?.count ?? 0;
}
