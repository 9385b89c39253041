import type { Db } from '../../../platform/database/database.ts';
import { logState, type Actor, system } from '../../../platform/state-log/state-log.store.ts';
import {
  readCertificates,
  findByHolder,
  lockCertificate,
  updateCertificate,
} from '../certificate.store.ts';

/** Revokes a pending or issued certificate; others are unchanged. Returns whether it was
 * revoked. */
export async function revokeCertificate(
  tx: Db,
  certNo: string,
  reason: string,
  now: Date,
  actor: Actor = system,
): Promise<boolean> {
  const row = await lockCertificate(tx, certNo);
  if (!row || !['pending', 'issued'].includes(row.cert_status)) return false;
  await updateCertificate(tx, certNo, { cert_status: 'revoked', reason });
  await logState(tx, {
    entity: 'certificate',
    entity_id: certNo,
    from: row.cert_status,
    to: 'revoked',
    ...actor,
    reason,
    at: now,
  });
  return true;
}

/** Revokes the certificate of an enrolment's completion and returns its number. Idempotent. */
export async function revokeCourseCertificate(
  tx: Db,
  { user_id, learning_id }: { user_id: string; learning_id: string },
  reason: string,
  now: Date,
  actor: Actor = system,
): Promise<string | undefined> {
  const row = await findByHolder(tx, user_id, 'course_credit', learning_id);
  return row && (await revokeCertificate(tx, row.cert_no, reason, now, actor))
    ? row.cert_no
    : undefined;
}

/** Revokes annual certificates of these kinds because the year is no longer covered. */
export async function revokeYear(
  tx: Db,
  { userId, year, kinds }: { userId: string; year: number; kinds: readonly string[] },
  reason: string,
  now: Date,
): Promise<void> {
  for (const row of await readCertificates(tx, userId, year))
    if (kinds.includes(row.kind)) await revokeCertificate(tx, row.cert_no, reason, now);
}
