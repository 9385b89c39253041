import { requireTwo, type TwoPeople } from '../../../person/approval/approval.store.ts';

/** Who changes an attempt, as the state log records it. */
export interface Actor {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
}

/**
 * A change of scores with a reason shown to learners: proposed by one person, confirmed by another.
 */
export interface Decided extends TwoPeople {
  reason: string;
}

/** Who confirmed it, for the audit; the proposal has its own record. */
export function requireConfirmedActor(
  decided: Decided,
  action: string,
): Actor & { reason: string } {
  requireTwo(decided, action);
  return { actor_type: 'staff', actor_id: decided.confirmed_by, reason: decided.reason };
}
