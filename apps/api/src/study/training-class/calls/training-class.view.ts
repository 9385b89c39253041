import { levels, series, type ReplyOf } from '@cme/contract/base';
import type { ClassRow, MyClass, trainingclassDetail } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { areaName } from '../../../site/area/area.rules.ts';
import { cardsById } from '../../../content/catalogue/lists/card.store.ts';
import type { Content } from '../../../content/catalogue/catalogue.store.ts';
import { type Purchasable, readPurchasables } from '../../../content/catalogue/package.store.ts';
import {
  fieldNames,
  judgeScope,
  type Scope,
  type Verdict,
} from '../../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../../content/catalogue/scope.store.ts';
import { isClassTeacher } from '../../../person/identity/class-teacher.ts';
import { readUnits } from '../../../person/unit/unit.store.ts';
import { noClass, findOtherClass } from '../apply.action.ts';
import { computeAttendance } from '../sign.rules.ts';
import { readPersonSigns, type SignRow, toSignStatuses } from '../sign.store.ts';
import {
  actionName,
  getClassAction,
  canQuit,
  classStatusAt,
  memberNames,
  findMissing,
  missingName,
  ruleWords,
  statusNames,
} from '../training-class.rules.ts';
import {
  type ClassMember,
  findClass,
  readWaitingPlaces,
  readClasses,
  readMembersByPeople,
  type TrainingClass,
} from '../training-class.store.ts';

/** A class with its catalogue data. */
export interface PlacedClass {
  trainingClass: TrainingClass;
  thing: Purchasable;
}

/** The current user, with all facts that decide their actions. */
export interface Asker {
  user: Awaited<ReturnType<typeof findScoped>>;
  members: ClassMember[];
  places: Map<string, number>;
  signs: SignRow[];
}

export async function readClassAsker(
  db: Db,
  siteId: string,
  userId: string | undefined,
): Promise<Asker | undefined> {
  if (userId === undefined) return undefined;
  const members = await readMembersByPeople(db, siteId, [userId]);
  const signs = await readPersonSigns(
    db,
    userId,
    members.map(({ class_id }) => class_id),
  );
  const places = await readWaitingPlaces(db, members);
  return { user: await findScoped(db, userId), members, places, signs };
}

/** These classes, except those missing in the site's catalogue. */
export async function readPlacedClasses(
  db: Db,
  siteId: string,
  rows: readonly TrainingClass[],
): Promise<PlacedClass[]> {
  const purchasables = await readPurchasables(
    db,
    siteId,
    rows.map(({ class_id }) => class_id),
  );
  return rows.flatMap((trainingClass) => {
    const purchasable = purchasables.get(trainingClass.class_id);
    return purchasable && ['on', 'off'].includes(purchasable.content.status)
      ? [{ trainingClass, thing: purchasable }]
      : [];
  });
}

export async function classOr404(db: Db, siteId: string, classId: string): Promise<PlacedClass> {
  const trainingClass = await findClass(db, siteId, classId);
  const [placed] = trainingClass ? await readPlacedClasses(db, siteId, [trainingClass]) : [];
  if (!placed) throw noClass();
  return placed;
}

export const myClass = (
  member: ClassMember,
  place: number,
  { signed, sessions } = { signed: 0, sessions: 0 },
): MyClass => ({
  signed,
  sessions,
  member_status: member.member_status,
  member_status_name: memberNames[member.member_status],
  waiting_place: place,
  applied_at: formatTime(member.applied_at),
});

const anybody: Verdict = { state: 'in' };

/** A class for a signed-in person or a guest. */
export function toClassRow(
  { trainingClass, thing: { content } }: PlacedClass,
  asker: Asker | undefined,
  periods: ReadonlyMap<string, TrainingClass>,
  now: Date,
): ClassRow {
  const member = asker?.members.find(({ class_id }) => class_id === trainingClass.class_id);
  const other = asker && findOtherClass(asker.members, trainingClass, periods);
  const verdict = asker?.user ? judgeScope(content.apply_scope, asker.user) : anybody;
  const action = getClassAction(
    trainingClass,
    { mine: member?.member_status, other, verdict },
    now,
  );
  const status = classStatusAt(trainingClass, now);
  const missing = action === 'incomplete' ? findMissing(verdict) : '';
  return {
    class_id: trainingClass.class_id,
    training_id: trainingClass.training_id,
    ...cardPart(content),
    period: trainingClass.period,
    class_no: trainingClass.class_no,
    class_status: status,
    class_status_name: statusNames[status],
    enroll_from: formatTime(trainingClass.enroll_from),
    enroll_to: formatTime(trainingClass.enroll_to),
    start_at: formatTime(trainingClass.start_at),
    end_at: formatTime(trainingClass.end_at),
    seats: trainingClass.seats,
    seats_left: trainingClass.seats - trainingClass.taken,
    waiting: trainingClass.waiting,
    waiting_left: Math.max(0, trainingClass.waiting_limit - trainingClass.waiting),
    place: trainingClass.place,
    action,
    action_name: missing ? missingName(missing, verdict) : actionName(action, other || undefined),
    can_quit: canQuit(trainingClass, member?.member_status, now) ? 'Y' : 'N',
    missing_field: missing,
    ...(verdict.state === 'unverified' && (action === 'apply' || action === 'wait')
      ? { unproven: verdict.fields.map((field) => fieldNames[field]) }
      : {}),
    ...(member && asker ? { my: toMyClass(trainingClass, member, asker) } : {}),
  };
}

/** Own place on the waiting list, and attendance. */
const toMyClass = (
  trainingClass: TrainingClass,
  member: ClassMember,
  { places, signs }: Asker,
): MyClass =>
  myClass(
    member,
    places.get(member.member_id) ?? 0,
    computeAttendance(trainingClass.timetable, toSignStatuses(signs, trainingClass.class_id)),
  );

const cardPart = ({ title, cover, hours, credits }: Content) => ({ title, cover, hours, credits });

/** A class for its page. */
export async function readClassDetail(
  db: Db,
  siteId: string,
  classId: string,
  userId: string | undefined,
  now: Date,
): Promise<ReplyOf<typeof trainingclassDetail>> {
  const placed = await classOr404(db, siteId, classId);
  const asker = await readClassAsker(db, siteId, userId);
  const { trainingClass, thing: purchasable } = placed;
  const ids = purchasable.courses.map(({ content_id }) => content_id);
  const cards = await cardsById(db, siteId, ids);
  return {
    ...toClassRow(placed, asker, await readPeriods(db, siteId, asker), now),
    summary: purchasable.content.summary,
    scope: await scopeWords(db, purchasable.content.apply_scope),
    rule: ruleWords(trainingClass.rule),
    review: trainingClass.review,
    traffic: trainingClass.traffic,
    contact: trainingClass.contact,
    timetable: trainingClass.timetable,
    courses: ids.map((id) => cards.get(id)).filter((card) => card !== undefined),
  };
}

/** The classes that a person is in, for the 期 of their other class. */
export async function readPeriods(
  db: Db,
  siteId: string,
  asker: Asker | undefined,
): Promise<Map<string, TrainingClass>> {
  const found = new Map<string, TrainingClass>();
  for (const { class_id } of asker?.members ?? []) {
    const trainingClass = await findClass(db, siteId, class_id);
    if (trainingClass) found.set(class_id, trainingClass);
  }
  return found;
}

/** The scope, one sentence per condition. */
async function scopeWords(db: Db, scope: Scope): Promise<string[]> {
  const units = await readUnits(db, scope.units ?? []);
  const unitNames = (scope.units ?? []).flatMap((id) => units.get(id)?.name ?? []);
  const findNamed = (
    codes: readonly string[],
    options: readonly { code: string; name: string }[],
  ) => codes.map((code) => options.find((option) => option.code === code)?.name ?? code).join('、');
  return [
    ...(scope.levels?.length ? [`专业级别：${findNamed(scope.levels, levels)}`] : []),
    ...(scope.series?.length ? [`专业系列：${findNamed(scope.series, series)}`] : []),
    ...(scope.areas?.length ? [`所在地区：${scope.areas.map(areaName).join('、')}`] : []),
    ...(scope.units?.length ? [`工作单位：${unitNames.join('、')}（含下属单位）`] : []),
  ];
}

/** Current and upcoming classes, for the check-in page. */
export async function readTeaching(db: Db, siteId: string, userId: string, now: Date) {
  if (!(await isClassTeacher(db, siteId, userId))) return [];
  const rows = await readClasses(db, siteId, 100);
  const open = rows
    .map((trainingClass) => ({
      class_id: trainingClass.class_id,
      class_status: classStatusAt(trainingClass, now),
    }))
    .filter(({ class_status }) => ['enrolling', 'waiting', 'running'].includes(class_status));
  const titles = await readPurchasables(
    db,
    siteId,
    open.map(({ class_id }) => class_id),
  );
  return open.map(({ class_id, class_status }) => ({
    class_id,
    title: titles.get(class_id)?.content.title ?? '',
    class_status_name: statusNames[class_status],
  }));
}
