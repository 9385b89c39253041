import type { ActivityStatus } from '@cme/contract/study';

export interface ActivityFacts {
  apply_from: Date;
  apply_to: Date;
  begin_at: Date;
  finish_at: Date;
  seats: number;
  taken: number;
  canceled_at: Date | null;
}

/** The current state, computed from the clock and the places taken. */
export function activityStatusAt(activity: ActivityFacts, now: Date): ActivityStatus {
  if (activity.canceled_at) return 'canceled';
  if (now >= activity.finish_at) return 'ended';
  if (now >= activity.begin_at) return 'running';
  if (now < activity.apply_from) return 'not_open';
  if (now >= activity.apply_to) return 'closed';
  return activity.taken >= activity.seats ? 'full' : 'open';
}

export const activityStatusNames: Readonly<Record<ActivityStatus, string>> = {
  not_open: '报名未开始',
  open: '报名中',
  full: '名额已满',
  closed: '报名已截止',
  running: '进行中',
  ended: '已结束',
  canceled: '已取消',
};

export type ActivityAction = 'apply' | 'cancel' | 'applied' | 'wait' | 'over' | 'none';

const beforeBegin: readonly ActivityStatus[] = ['not_open', 'open', 'full', 'closed'];

/** A place can be given up until the activity begins. */
export const canGiveBack = (status: ActivityStatus): boolean => beforeBegin.includes(status);

/** The action of the main button. `open`: whether the site still offers the activity. */
export function getActivityAction(
  status: ActivityStatus,
  { applied, open, in_scope }: { applied: boolean; open: boolean; in_scope: boolean },
): ActivityAction {
  if (status === 'canceled') return 'over';
  if (applied) return canGiveBack(status) ? 'cancel' : 'applied';
  if (!open) return 'over';
  if (status === 'not_open') return 'wait';
  if (status !== 'open') return 'over';
  return in_scope ? 'apply' : 'none';
}

export const seatsLeft = ({ seats, taken }: Pick<ActivityFacts, 'seats' | 'taken'>): number =>
  Math.max(0, seats - taken);
