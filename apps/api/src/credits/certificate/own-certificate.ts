import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Certificate, findCertificate } from './certificate.store.ts';

/** The person's own certificate; others are not found. */
export async function findOwnCertificate(
  db: Db,
  userId: string,
  certNo: string,
): Promise<Certificate> {
  const row = await findCertificate(db, certNo);
  if (!row || row.user_id !== userId)
    throw new RefusalError(404, '没有找到这张证书', 'cert_not_found');
  return row;
}
