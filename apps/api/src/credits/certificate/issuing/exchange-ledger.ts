import type { LedgerEffects } from '../../exchange/credit.job.ts';
import { issueWhenPublicMet, revokeUnmet } from './of-year.action.ts';

/** A credited declaration may complete the public subjects of its year; a reversed one may revoke
 * annual certificates. */
export const exchangeLedger: LedgerEffects = {
  async credited(tx, { subject_kind, year, ...holder }, now) {
    if (subject_kind === 'public') await issueWhenPublicMet(tx, holder, year, now);
  },
  reversed: (tx, { site_id, user_id, year }, now) =>
    revokeUnmet(tx, { site_id, user_id }, year, now),
};
