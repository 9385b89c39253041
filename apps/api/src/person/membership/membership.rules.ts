import type { UnitStatus } from '@cme/contract/person';

/** Membership status of a person. Applicants and rejected people belong to no unit. */
export interface Standing {
  unit_id: string | null;
  unit_status: UnitStatus;
}

/** Result of applying to a unit: `same` nothing to do · `waiting` another application is pending ·
 * otherwise the status while it is pending, and the current unit. */
export type Asked = 'same' | 'waiting' | (Standing & { from_unit_id: string });

/** `waitingFor`: the unit with the pending application. */
export function getStandingAfterRequest(
  { unit_id, unit_status }: Standing,
  waitingFor: string | undefined,
  requestedUnitId: string,
): Asked {
  if (waitingFor !== undefined) return waitingFor === requestedUnitId ? 'same' : 'waiting';
  if (unit_id === null || !isInUnit(unit_status))
    return { unit_id: null, unit_status: 'waiting', from_unit_id: '' };
  return unit_id === requestedUnitId
    ? 'same'
    : { unit_id, unit_status: 'leaving', from_unit_id: unit_id };
}

/** Belongs to a unit, perhaps with a pending change to another one. */
export const isInUnit = (status: string): boolean => status === 'joined' || status === 'leaving';

/** The status after the unit's decision. After a rejection, people stay in their previous unit. */
export function getStandingAfterDecision(
  { unit_id, unit_status }: Standing,
  requestedUnitId: string,
  decision: 'approve' | 'refuse',
): Standing {
  if (decision === 'approve') return { unit_id: requestedUnitId, unit_status: 'joined' };
  return unit_status === 'leaving'
    ? { unit_id, unit_status: 'joined' }
    : { unit_id: null, unit_status: 'refused' };
}

/** The status after a withdrawal. */
export const getStandingAfterCancel = ({ unit_id, unit_status }: Standing): Standing =>
  unit_status === 'leaving'
    ? { unit_id, unit_status: 'joined' }
    : { unit_id: null, unit_status: 'none' };

export const standingNames: Record<UnitStatus, string> = {
  none: '未加入',
  waiting: '待单位审核',
  joined: '已加入',
  refused: '未通过',
  leaving: '调出中',
};
export const applicationNames: Record<string, string> = {
  waiting: '待审核',
  approved: '已同意',
  refused: '已退回',
  cancelled: '已撤回',
};
