import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import { getWorstState } from '../../content/catalogue/sale.rules.ts';
import { notReady } from '../learning/enrolled.ts';
import {
  judgeScope,
  formatScopeFields,
  notInScope,
  type Scope,
  toComplete,
  unverifiedRefusal,
  type Verdict,
} from '../../content/catalogue/scope.rules.ts';
import { readScoped, type ScopedUser } from '../../content/catalogue/scope.store.ts';
import { findProof } from './member-scope.ts';
import type { FactRow } from '../../person/fact/fact.rules.ts';
import { readFacts } from '../../person/fact/fact.store.ts';
import { logMembers, type MemberStep, openCourses } from './seats.action.ts';
import { actionName, getClassAction, isActive } from './training-class.rules.ts';
import { isRefusedInTraining, readRefusedMembers } from './refused.store.ts';
import {
  type ClassMember,
  lockClasses,
  lockMembers,
  putMembers,
  readMembersByPeople,
  setClass,
  type TrainingClass,
} from './training-class.store.ts';

export interface Application {
  class_id: string;
  site_id: string;
  user_id: string;
  agree_version: string;
}

/** `place` on the waiting list if known: a new one is the last. */
export interface Applied {
  member: ClassMember;
  place?: number;
}

/** State during a batch, updated by each application. */
interface Judging {
  classes: Map<string, TrainingClass>;
  scopes: Map<string, Scope>;
  /** Its courses lack media, and have no day of opening. */
  unready: Set<string>;
  users: Map<string, ScopedUser>;
  facts: Map<string, FactRow[]>;
  members: ClassMember[];
  /** Rejected or removed before. */
  refused: ClassMember[];
  steps: (MemberStep & { member: ClassMember })[];
}

/** Processes concurrent applications in sequence, in one transaction that locks the classes: the
 * first get a seat, the next a place on the waiting list. Idempotent. A refused one fails
 * alone. */
export const applyAll = (
  db: Db,
  applications: readonly Application[],
  now: Date,
): Promise<(Applied | Error)[]> =>
  db.transaction(async (tx) => {
    const judging = await read(tx, applications, now);
    const results = applications.map((application) => judgeApplication(judging, application, now));
    await write(tx, judging, now);
    return results;
  });

async function read(tx: Db, applications: readonly Application[], now: Date): Promise<Judging> {
  const userIds = applications.map(({ user_id }) => user_id);
  await lockMembers(tx, userIds);
  const classes = await lockClasses(
    tx,
    applications.map(({ class_id }) => class_id),
  );
  const judging: Judging = {
    classes,
    scopes: new Map(),
    unready: new Set(),
    users: await readScoped(tx, userIds),
    facts: await readFacts(tx, userIds),
    members: [],
    refused: [],
    steps: [],
  };
  for (const [site_id, trainingClass] of Map.groupBy(classes.values(), (item) => item.site_id)) {
    const ids = trainingClass.map(({ class_id }) => class_id);
    for (const [id, { content, readiness }] of await readPurchasables(tx, site_id, ids)) {
      judging.scopes.set(id, content.apply_scope);
      if (getWorstState(readiness, now) === 'unready') judging.unready.add(id);
    }
    judging.members.push(...(await readMembersByPeople(tx, site_id, userIds)));
    judging.refused.push(...(await readRefusedMembers(tx, site_id, userIds)));
  }
  return judging;
}

function judgeApplication(
  { classes, scopes, unready, users, facts, members, refused, steps }: Judging,
  { class_id, site_id, user_id, agree_version }: Application,
  now: Date,
): Applied | Error {
  const trainingClass = classes.get(class_id);
  const scope = scopes.get(class_id);
  const user = users.get(user_id);
  if (
    !trainingClass ||
    trainingClass.site_id !== site_id ||
    trainingClass.status === 'draft' ||
    !scope ||
    !user
  )
    return noClass();
  const ownMembers = members.filter((member) => member.user_id === user_id);
  const membership = ownMembers.find((item) => item.class_id === class_id);
  if (membership && isActive(membership.member_status)) return { member: membership };
  const other = findOtherClass(ownMembers, trainingClass, classes);
  const verdict = judgeScope(scope, user);
  const before = refused.find((row) => row.user_id === user_id && row.class_id === class_id);
  const mine = membership?.member_status ?? before?.member_status;
  const action = getClassAction(trainingClass, { mine, other, verdict }, now);
  if (action === 'incomplete' && verdict.state === 'unverified')
    return unverifiedRefusal(verdict.fields);
  if (action === 'incomplete' && verdict.state === 'missing')
    return new RefusalError(400, toComplete(verdict.field), 'profile_incomplete', {
      field: verdict.field,
    });
  if (action !== 'apply' && action !== 'wait') return toClassRefusal(action, other);
  if (unready.has(class_id)) return notReady('unready');
  const unproven = withoutProof(verdict, user, facts.get(user_id) ?? []);
  if (unproven) return unproven;
  const isReviewed =
    trainingClass.review === 'Y' ||
    verdict.state !== 'in' ||
    isRefusedInTraining(refused, user_id, trainingClass);
  const to = action === 'wait' ? 'waiting' : isReviewed ? 'applied' : 'admitted';
  trainingClass.last_number += 1;
  if (to === 'waiting') trainingClass.waiting += 1;
  else trainingClass.taken += 1;
  const member: ClassMember = {
    member_id: membership?.member_id ?? ulid(now.getTime()),
    class_id,
    site_id,
    training_id: trainingClass.training_id,
    user_id,
    member_status: to,
    number: trainingClass.last_number,
    agree_version,
    applied_at: now,
    changed_at: now,
  };
  if (membership) members.splice(members.indexOf(membership), 1);
  members.push(member);
  const actor = { actor_type: 'learner' as const, actor_id: user_id };
  steps.push({ member, from: membership?.member_status ?? '', to, actor });
  return { member, place: to === 'waiting' ? trainingClass.waiting : 0 };
}

/** A refusal, unless each fact that nobody has verified has a pending request with its proofs. */
function withoutProof(
  verdict: Verdict,
  user: ScopedUser,
  facts: readonly FactRow[],
): RefusalError | undefined {
  if (verdict.state !== 'unverified') return undefined;
  const open = verdict.fields.filter(
    (field) => field === 'unit_id' || !findProof(facts, field, user[field]),
  );
  if (open.length === 0) return undefined;
  return new RefusalError(
    400,
    `本班限定学员范围，请上传${formatScopeFields(open)}的证明，随报名一并审核`,
    'fact_unverified',
    { field: open[0] ?? '' },
  );
}

/** 期 of another class of the same training that the person is in; 0 if unknown. */
export function findOtherClass(
  ownMembers: readonly ClassMember[],
  trainingClass: TrainingClass,
  classes: ReadonlyMap<string, TrainingClass>,
): number | undefined {
  const otherMembership = ownMembers.find(
    (item) =>
      trainingClass.training_id !== '' &&
      item.training_id === trainingClass.training_id &&
      item.class_id !== trainingClass.class_id &&
      isActive(item.member_status),
  );
  return otherMembership && (classes.get(otherMembership.class_id)?.period ?? 0);
}

function toClassRefusal(
  action: ReturnType<typeof getClassAction>,
  other: number | undefined,
): RefusalError {
  if (action === 'not_in_scope') return new RefusalError(400, notInScope, 'not_in_scope');
  if (action === 'full') return new RefusalError(400, actionName(action), 'class_full');
  if (action === 'other')
    return new RefusalError(
      400,
      actionName(action, other === 0 ? undefined : other),
      'class_other',
    );
  return new RefusalError(400, actionName(action), 'class_closed');
}

async function write(tx: Db, { classes, steps }: Judging, now: Date): Promise<void> {
  if (steps.length === 0) return;
  await putMembers(
    tx,
    steps.map(({ member }) => member),
  );
  await logMembers(tx, steps, now);
  for (const [class_id, of] of Map.groupBy(steps, ({ member }) => member.class_id)) {
    const row = classes.get(class_id)!;
    const { taken, waiting, last_number } = row;
    await setClass(tx, class_id, { taken, waiting, last_number });
    const admitted = of.filter(({ to }) => to === 'admitted');
    await openCourses(
      tx,
      row,
      admitted.map(({ member, actor }) => ({ ...member, actor })),
      now,
    );
  }
}

export const noClass = () => new RefusalError(404, '培训班不存在或已取消', 'not_found');
