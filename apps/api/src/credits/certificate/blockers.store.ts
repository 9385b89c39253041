import type { Db } from '../../platform/database/database.ts';
import { findGrant } from '../credits/credits.store.ts';
import { findLearnings } from '../../study/learning/learning.store.ts';
import { issuedFor } from './certificate.store.ts';

/** What blocks a refund: enrolments with granted credits, and enrolments with a valid
 * certificate. */
export async function readRefundBlockers(
  db: Db,
  userId: string,
  learningIds: readonly string[],
): Promise<Map<string, { credits: boolean; certificate: boolean }>> {
  const blockers = new Map<string, { credits: boolean; certificate: boolean }>();
  const certified = await issuedFor(db, learningIds);
  for (const row of await findLearnings(db, userId, learningIds)) {
    const grant = await findGrant(db, row);
    blockers.set(row.learning_id, {
      credits: grant?.status === 'granted',
      certificate: certified.has(row.learning_id),
    });
  }
  return blockers;
}
