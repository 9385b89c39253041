import type { Admission, UnitStatus } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { isUnitVerified } from '../fact/fact.rules.ts';
import { endFacts, readPersonFacts, insertFacts } from '../fact/fact.store.ts';
import { toJoinMessage, toRegistrationMessage } from './decision-notes.ts';
import { insertMessages } from '../message/message.store.ts';
import { findUnit, type UnitRow } from '../unit/unit.store.ts';
import type { JoinUnit } from '../identity/profile/profile.rules.ts';
import { getUnitStatus } from '../identity/person.view.ts';
import { lockUser, setAdmission, setProfile, type UserRow } from '../identity/user.store.ts';
import {
  getStandingAfterRequest,
  getStandingAfterCancel,
  getStandingAfterDecision,
  isInUnit,
  type Standing,
} from './membership.rules.ts';
import {
  type ApplicationRow,
  closeApplication,
  findApplication,
  insertApplications,
  waitingApplication,
} from './membership.store.ts';

const toStanding = (user: UserRow): Standing => ({
  unit_id: user.unit_id,
  unit_status: getUnitStatus(user) as UnitStatus,
});
const toActor = (user: UserRow): Actor => ({ actor_type: 'learner', actor_id: user.user_id });

const unitGone = () =>
  new RefusalError(400, '没有找到该单位，请重新选择', 'bad_request', { field: 'unit_name' });

/** Changes whether the site admits a person, and logs it. */
async function admit(tx: Db, user: UserRow, to: Admission, actor: Actor, now: Date): Promise<void> {
  if (user.admission === to) return;
  await setAdmission(tx, user.user_id, to);
  await logState(tx, {
    entity: 'user_admission',
    entity_id: user.user_id,
    from: user.admission,
    to,
    ...actor,
    at: now,
  });
}

interface Move {
  user: UserRow;
  to: Standing & { unit_name?: string };
  actor: Actor;
  now: Date;
  reason?: string;
}

/** Stores the new membership status and logs the change. */
async function move(tx: Db, { user, to, actor, now, reason = '' }: Move): Promise<UserRow> {
  const before = toStanding(user);
  await setProfile(tx, user.user_id, to);
  const isDecided = to.unit_id === null || actor.actor_type !== 'learner';
  if (to.unit_id !== before.unit_id)
    await recordUnit(tx, user, { value: to.unit_id ?? '', isDecided, now });
  await logState(tx, {
    entity: 'user_unit',
    entity_id: user.user_id,
    from: before.unit_status,
    to: to.unit_status,
    ...actor,
    reason: reason || (to.unit_id ?? ''),
    at: now,
  });
  return { ...user, ...to };
}

/** Records from when on a person belongs to a unit, because requirements of a year may depend on it.
 * Somebody who leaves without joining another keeps the year's requirement. */
async function recordUnit(
  tx: Db,
  user: UserRow,
  { value, isDecided, now }: { value: string; isDecided: boolean; now: Date },
): Promise<void> {
  const { user_id, site_id, unit_id } = user;
  const today = formatDay(now);
  const day = value === '' ? `${Number(today.slice(0, 4)) + 1}-01-01` : today;
  await endFacts(tx, user, { kind: 'unit_id', before: unit_id ?? '', day, now });
  await insertFacts(tx, [
    {
      fact_id: ulid(),
      site_id,
      user_id,
      kind: 'unit_id',
      value,
      fact_status: isDecided ? 'verified' : 'declared',
      effective_from: day,
      created_at: now,
      decided_at: isDecided ? now : null,
    },
  ]);
}

/** Applies to a unit; repeating it for the same unit changes nothing. Requires the lock on the
 * person's row. */
export const joinUnit: JoinUnit = async (
  tx,
  { user, unit_id, now, isReviewed: isReviewRequired },
) => {
  // Whom the site has not admitted, a unit decides about.
  const isReviewed = isReviewRequired || user.admission !== 'admitted';
  const unit = await findUnit(tx, user.site_id, unit_id);
  if (unit?.status !== 'open') throw unitGone();
  const waiting = await waitingApplication(tx, user.user_id);
  const requested = getStandingAfterRequest(
    (await isOnlyNamed(tx, user, unit_id))
      ? { unit_id: null, unit_status: 'none' }
      : toStanding(user),
    waiting?.unit_id,
    unit_id,
  );
  if (requested === 'same') return user;
  if (requested === 'waiting')
    throw new RefusalError(400, '您已申请加入其他单位，请先撤回该申请', 'unit_waiting');
  const isNamed = user.unit_name !== '' && requested.from_unit_id !== '';
  const unit_name = isReviewed && isNamed ? user.unit_name : unit.name;
  const { from_unit_id, ...standing } = requested;
  if (!isReviewed)
    return move(tx, {
      user,
      to: { unit_id, unit_status: 'joined', unit_name: unit.name },
      actor: toActor(user),
      now,
    });
  await apply(tx, user, unit, from_unit_id, now);
  if (user.admission !== 'admitted') await admit(tx, user, 'waiting', toActor(user), now);
  return move(tx, { user, to: { ...standing, unit_name }, actor: toActor(user), now });
};

/** Whether a person is in this unit by their own word: then they can still ask the unit to decide. */
async function isOnlyNamed(tx: Db, user: UserRow, unitId: string): Promise<boolean> {
  if (user.unit_id !== unitId || !isInUnit(user.unit_status)) return false;
  return !isUnitVerified(await readPersonFacts(tx, user.user_id), unitId);
}

async function apply(
  tx: Db,
  user: UserRow,
  unit: UnitRow,
  fromUnitId: string,
  now: Date,
): Promise<void> {
  const application_id = ulid();
  await insertApplications(tx, [
    {
      application_id,
      site_id: user.site_id,
      user_id: user.user_id,
      unit_id: unit.unit_id,
      from_unit_id: fromUnitId,
      status: 'waiting',
      created_at: now,
    },
  ]);
  await logApplication(tx, { application_id, from: '', to: 'waiting', actor: toActor(user), now });
}

interface ApplicationStep {
  application_id: string;
  from: string;
  to: string;
  actor: Actor;
  now: Date;
  reason?: string;
}
const logApplication = (
  tx: Db,
  { application_id, from, to, actor, now, reason = '' }: ApplicationStep,
) =>
  logState(tx, {
    entity: 'unit_application',
    entity_id: application_id,
    from,
    to,
    ...actor,
    reason,
    at: now,
  });

/** Withdraws a pending application; returns whether there was one. Requires the lock on the
 * person's row. */
async function withdraw(tx: Db, user: UserRow, now: Date): Promise<boolean> {
  const waiting = await waitingApplication(tx, user.user_id);
  if (!waiting) return false;
  const { application_id } = waiting;
  await closeApplication(tx, application_id, {
    status: 'cancelled',
    reason: '',
    decided_at: now,
    decided_by: user.user_id,
  });
  await logApplication(tx, {
    application_id,
    from: 'waiting',
    to: 'cancelled',
    actor: toActor(user),
    now,
  });
  return true;
}

export async function cancelApplication(tx: Db, user: UserRow, now: Date): Promise<void> {
  if (!(await withdraw(tx, user, now))) return;
  if (user.admission !== 'admitted') await admit(tx, user, 'withdrawn', toActor(user), now);
  await move(tx, {
    user,
    to: getStandingAfterCancel(toStanding(user)),
    actor: toActor(user),
    now,
  });
}

/** Leaves the unit at once and withdraws a pending application. */
export async function leave(tx: Db, user: UserRow, unitName: string, now: Date): Promise<void> {
  await withdraw(tx, user, now);
  if (getUnitStatus(user) === 'none') return;
  const wasInUnit = isInUnit(user.unit_status);
  await move(tx, {
    user,
    to: {
      unit_id: null,
      unit_status: 'none',
      unit_name: unitName || (wasInUnit ? '' : user.unit_name),
    },
    actor: toActor(user),
    now,
    reason: user.unit_id ?? '',
  });
}

export interface Verdict {
  application_id: string;
  decision: 'approve' | 'refuse';
  reason: string;
}

const outcomes = { approve: 'approved', refuse: 'refused' } as const;
const alreadyDecided = () => new RefusalError(400, '该申请已处理，请刷新列表', 'unit_decided');

/** Decides an application. Idempotent. */
export async function decide(
  db: Db,
  { application_id, decision, reason }: Verdict,
  actor: Actor,
  now: Date,
): Promise<ApplicationRow> {
  if (decision === 'refuse' && [...reason].length < 5)
    throw new RefusalError(400, '请填写退回原因（至少5个字）', 'bad_request', { field: 'reason' });
  const status = outcomes[decision];
  const application = await findApplication(db, application_id);
  if (!application) throw new RefusalError(404, '没有找到该申请', 'not_found');
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, application.user_id);
    const row = await findApplication(tx, application_id);
    if (!user || !row) throw new RefusalError(404, '没有找到该申请', 'not_found');
    if (row.status === status) return row;
    if (row.status !== 'waiting') throw alreadyDecided();
    const unit = await findUnit(tx, row.site_id, row.unit_id);
    if (!unit) throw unitGone();
    const closed = { status, reason, decided_at: now, decided_by: actor.actor_id };
    await closeApplication(tx, application_id, closed);
    await logApplication(tx, { application_id, from: 'waiting', to: status, actor, now, reason });
    const to = getStandingAfterDecision(toStanding(user), row.unit_id, decision);
    const named = decision === 'approve' ? { unit_name: unit.name } : {};
    await move(tx, { user, to: { ...to, ...named }, actor, now, reason });
    const isRegistration = user.admission !== 'admitted';
    if (isRegistration)
      await admit(tx, user, decision === 'approve' ? 'admitted' : 'refused', actor, now);
    const note = isRegistration ? toRegistrationMessage : toJoinMessage;
    await insertMessages(tx, [note({ ...row, ...closed }, unit, now)]);
    return { ...row, ...closed };
  });
}
