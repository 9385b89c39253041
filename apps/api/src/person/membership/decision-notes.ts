import { ulid } from 'ulid';
import type { UnitRow } from '../unit/unit.store.ts';
import type { ApplicationRow } from './membership.store.ts';

/** Tells a member what the unit has decided. */
export const toJoinMessage = (
  { site_id, user_id, status, reason }: ApplicationRow,
  unit: UnitRow,
  now: Date,
) => ({
  id: ulid(now.getTime()),
  site_id,
  user_id,
  kind: 'system' as const,
  title: status === 'approved' ? '单位已同意您的加入申请' : '单位退回了您的加入申请',
  text:
    status === 'approved'
      ? `您已加入“${unit.name}”。`
      : `“${unit.name}”退回了您的加入申请：${reason}。您可以更正后重新申请，或选择其他单位。`,
  link_type: 'setting' as const,
  created_at: now,
});

/** The same for somebody who waits for the admission to the site. */
export const toRegistrationMessage = (row: ApplicationRow, unit: UnitRow, now: Date) => ({
  ...toJoinMessage(row, unit, now),
  title: row.status === 'approved' ? '您的注册申请已通过' : '您的注册申请未通过',
  text:
    row.status === 'approved'
      ? `“${unit.name}”已同意您的注册申请，现在可以学习本站的课程。`
      : `“${unit.name}”未同意您的注册申请：${row.reason}`,
});
