import { requireTwo, type TwoPeople } from '../../approval/approval.store.ts';

/** Who changes an attempt, as the state log records it. */
export interface Actor {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
}

/** A change of scores, for a reason that its learners read: one person has proposed it and
 * another one confirms it. */
export interface Decided extends TwoPeople {
  reason: string;
}

/** Whoever confirmed it, for the records; the proposal has records of its own. */
export function actorOf(decided: Decided, what: string): Actor & { reason: string } {
  requireTwo(decided, what);
  return { actor_type: 'staff', actor_id: decided.confirmed_by, reason: decided.reason };
}
