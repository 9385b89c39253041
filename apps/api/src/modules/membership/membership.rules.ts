import type { UnitStatus } from '@cme/contract';

/** Where somebody stands: the unit that they are in, and how. Whoever asks one or was refused is in
 * none. */
export interface Standing {
  unit_id: string | null;
  unit_status: UnitStatus;
}

/** What asking a unit leads to: `same` there is nothing to do · `waiting` another unit is asked
 * already · otherwise the standing while it decides, and the unit that they stay in meanwhile. */
export type Asked = 'same' | 'waiting' | (Standing & { from_unit_id: string });

/** `waitingFor`: the unit that is asked already. */
export function afterAsking(
  { unit_id, unit_status }: Standing,
  waitingFor: string | undefined,
  asked: string,
): Asked {
  if (waitingFor !== undefined) return waitingFor === asked ? 'same' : 'waiting';
  if (unit_id === null || !isIn(unit_status))
    return { unit_id: null, unit_status: 'waiting', from_unit_id: '' };
  return unit_id === asked ? 'same' : { unit_id, unit_status: 'leaving', from_unit_id: unit_id };
}

/** In a unit: it may be on the way to another one. */
export const isIn = (status: string): boolean => status === 'joined' || status === 'leaving';

/** The standing after the unit has decided. Whoever comes from another unit stays there when they
 * are refused. */
export function afterDecision(
  { unit_id, unit_status }: Standing,
  asked: string,
  decision: 'approve' | 'refuse',
): Standing {
  if (decision === 'approve') return { unit_id: asked, unit_status: 'joined' };
  return unit_status === 'leaving'
    ? { unit_id, unit_status: 'joined' }
    : { unit_id: null, unit_status: 'refused' };
}

/** The standing after an application was taken back. */
export const afterCancelling = ({ unit_id, unit_status }: Standing): Standing =>
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
