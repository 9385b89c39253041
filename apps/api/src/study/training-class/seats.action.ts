import type { Db } from '../../platform/database/database.ts';
import { type Actor, logStates } from '../../platform/state-log/state-log.store.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import { readContent } from '../../content/catalogue/catalogue.store.ts';
import { judgeScope } from '../../content/catalogue/scope.rules.ts';
import { readScoped } from '../../content/catalogue/scope.store.ts';
import { openForAll } from '../learning/open.action.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { ulid } from 'ulid';
import { canBecome } from './training-class.rules.ts';
import { isRefusedInTraining, readRefusedMembers } from './refused.store.ts';
import {
  type ClassMember,
  readFirstWaiting,
  setClass,
  setMemberStatus,
  type TrainingClass,
} from './training-class.store.ts';
import type { MemberStatus } from './training-class.tables.ts';

/** A member's state transition. */
export interface MemberStep {
  member: Pick<ClassMember, 'member_id' | 'user_id'>;
  from: MemberStatus | '';
  to: MemberStatus;
  actor: Actor;
  reason?: string;
}

/** Each transition is logged; an invalid one throws. */
export async function logMembers(tx: Db, steps: readonly MemberStep[], now: Date): Promise<void> {
  for (const { from, to } of steps)
    if (!canBecome(from, to)) throw new Error(`invalid transition of a member: ${from} to ${to}`);
  await logStates(
    tx,
    steps.map(({ member, from, to, actor, reason = '' }) => ({
      entity: 'class_member',
      entity_id: member.member_id,
      from,
      to,
      ...actor,
      reason,
      at: now,
    })),
  );
}

/** Enrols admitted members in the class's courses. */
export async function openCourses(
  tx: Db,
  trainingClass: TrainingClass,
  members: readonly (Pick<ClassMember, 'member_id' | 'user_id'> & { actor: Actor })[],
  now: Date,
): Promise<void> {
  if (members.length === 0) return;
  const purchasable = (
    await readPurchasables(tx, trainingClass.site_id, [trainingClass.class_id])
  ).get(trainingClass.class_id);
  await openForAll(
    tx,
    { site_id: trainingClass.site_id, source: 'class' },
    members.map(({ member_id, user_id, actor }) => ({ user_id, source_id: member_id, ...actor })),
    purchasable?.courses.map(({ content_id }) => content_id) ?? [],
    now,
  );
}

/** Notifies members about their class. */
export async function notifyMembers(
  tx: Db,
  trainingClass: TrainingClass,
  members: readonly { user_id: string }[],
  { title, text }: { title: string; text: string },
  now: Date,
): Promise<void> {
  // A statement has at most 65,535 parameters, and a class may have thousands of members.
  for (let index = 0; index < members.length; index += 1000)
    await insertMessages(
      tx,
      members.slice(index, index + 1000).map(({ user_id }) => ({
        id: ulid(now.getTime()),
        site_id: trainingClass.site_id,
        user_id,
        kind: 'class' as const,
        title,
        text,
        link_type: 'X',
        link_id: trainingClass.class_id,
        created_at: now,
      })),
    );
}

/** Gives free seats to the waiting list in order, until the class begins. Requires the lock on the
 * class; `of` is its current state. */
export async function fillSeats(
  tx: Db,
  trainingClass: TrainingClass,
  className: string,
  now: Date,
): Promise<void> {
  const free = trainingClass.seats - trainingClass.taken;
  const next =
    now < trainingClass.start_at && trainingClass.status === 'published' && free > 0
      ? await readFirstWaiting(tx, trainingClass.class_id, free)
      : [];
  const reviewed = await readReviewed(tx, trainingClass, next);
  const isReviewed = ({ user_id }: ClassMember) => reviewed.has(user_id);
  await setClass(tx, trainingClass.class_id, {
    taken: trainingClass.taken + next.length,
    waiting: trainingClass.waiting - next.length,
  });
  await seat(tx, trainingClass, next.filter(isReviewed), { to: 'applied', className, now });
  const others = next.filter((member) => !isReviewed(member));
  await seat(tx, trainingClass, others, { to: 'admitted', className, now });
}

/** Gives a free seat to each of these people of the waiting list. */
async function seat(
  tx: Db,
  trainingClass: TrainingClass,
  members: readonly ClassMember[],
  { to, className, now }: { to: 'applied' | 'admitted'; className: string; now: Date },
): Promise<void> {
  const actor: Actor = { actor_type: 'system', actor_id: 'waiting_list' };
  await setMemberStatus(
    tx,
    members.map(({ member_id }) => member_id),
    to,
    now,
  );
  await logMembers(
    tx,
    members.map((member) => ({ member, from: 'waiting' as const, to, actor })),
    now,
  );
  if (to === 'admitted')
    await openCourses(
      tx,
      trainingClass,
      members.map((member) => ({ ...member, actor })),
      now,
    );
  await notifyMembers(
    tx,
    trainingClass,
    members,
    to === 'admitted'
      ? { title: '候补成功', text: `您候补的“${className}”已有名额，您已被录取，课程已开通。` }
      : { title: '候补成功', text: `您候补的“${className}”已有名额，报名正在审核。` },
    now,
  );
}

/** Those whose admission somebody decides: everybody in a reviewed class, else people whom a class of
 * the training has refused, and those who are not in scope by verified facts. */
async function readReviewed(
  tx: Db,
  trainingClass: TrainingClass,
  members: readonly ClassMember[],
): Promise<Set<string>> {
  const { class_id, review, site_id } = trainingClass;
  const ids = members.map(({ user_id }) => user_id);
  if (review === 'Y') return new Set(ids);
  const refused = await readRefusedMembers(tx, site_id, ids);
  const scope = (await readContent(tx, class_id))?.apply_scope ?? {};
  const people = await readScoped(tx, ids);
  return new Set(
    ids.filter((id) => {
      const person = people.get(id);
      const isRefused = isRefusedInTraining(refused, id, trainingClass);
      return isRefused || !person || judgeScope(scope, person).state !== 'in';
    }),
  );
}
