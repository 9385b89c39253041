import type { ClassTab } from '@cme/contract/study';
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  lte,
  ne,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import {
  classMember,
  type MemberStatus,
  training,
  trainingClass,
} from './training-class.tables.ts';

export type TrainingClass = InferSelectModel<typeof trainingClass>;
export type ClassMember = InferSelectModel<typeof classMember>;
export type Training = InferSelectModel<typeof training>;

/** A class of this site. */
export async function findClass(
  db: Db,
  siteId: string,
  classId: string,
): Promise<TrainingClass | undefined> {
  const [row] = await db
    .select()
    .from(trainingClass)
    .where(
      and(
        eq(trainingClass.class_id, classId),
        eq(trainingClass.site_id, siteId),
        ne(trainingClass.status, 'draft'),
      ),
    );
  return row;
}

interface ClassPage {
  trainingId: string;
  /** Only these, including archived ones. */
  classIds?: readonly string[] | undefined;
  /** Of `classIds`, only these or only the others, and only while their class lasts. */
  tab?: { name: ClassTab; openIds: readonly string[] } | undefined;
  page: number;
  size: number;
}

/** A page of a site's classes, of one training or of all: those with seats first, then those with a
 * waiting list, by start; then the latest. */
export async function listClasses(
  db: Db,
  siteId: string,
  { trainingId, classIds, tab, page, size }: ClassPage,
  now: Date,
): Promise<{ rows: TrainingClass[]; total: number; open: number; all: number }> {
  const every = and(
    eq(trainingClass.site_id, siteId),
    classIds
      ? and(inArray(trainingClass.class_id, [...classIds]), ne(trainingClass.status, 'draft'))
      : inArray(trainingClass.status, ['published', 'canceled']),
    trainingId === '' ? undefined : eq(trainingClass.training_id, trainingId),
  );
  const isOpen = tab
    ? sql`(${trainingClass.status} = 'published' and ${gt(trainingClass.end_at, now)} and ${inArray(trainingClass.class_id, [...tab.openIds, ''])})`
    : sql`true`;
  const inTab = { open: isOpen, ended: sql`not ${isOpen}`, all: undefined }[tab?.name ?? 'all'];
  const where = and(every, inTab);
  const nowText = now.toISOString();
  const rows = await db
    .select()
    .from(trainingClass)
    .where(where)
    .orderBy(
      sql`${trainingClass.enroll_to} <= ${nowText}::timestamptz or ${trainingClass.status} = 'canceled'`,
      sql`${trainingClass.enroll_to} > ${nowText}::timestamptz and ${trainingClass.taken} >= ${trainingClass.seats}`,
      sql`case when ${trainingClass.enroll_to} > ${nowText}::timestamptz then ${trainingClass.start_at} end`,
      sql`${trainingClass.start_at} desc`,
      asc(trainingClass.class_id),
    )
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db
    .select({
      all: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
    })
    .from(trainingClass)
    .where(every);
  const { all = 0, open = 0 } = counted ?? {};
  return { rows, all, open, total: { open, ended: all - open, all }[tab?.name ?? 'all'] };
}

export async function findTraining(
  db: Db,
  siteId: string,
  trainingId: string,
): Promise<Training | undefined> {
  const [row] = await db
    .select()
    .from(training)
    .where(and(eq(training.site_id, siteId), eq(training.training_id, trainingId)));
  return row;
}

/** These classes, locked until the transaction ends, in a fixed order. */
export async function lockClasses(
  tx: Db,
  classIds: readonly string[],
): Promise<Map<string, TrainingClass>> {
  const rows = await tx
    .select()
    .from(trainingClass)
    .where(inArray(trainingClass.class_id, [...new Set(classIds)]))
    .orderBy(trainingClass.class_id)
    .for('update');
  return new Map(rows.map((row) => [row.class_id, row]));
}

/** Serialises a person's applications and withdrawals over all classes. Take it before locking a
 * class. */
export async function lockMembers(tx: Db, userIds: readonly string[]): Promise<void> {
  const ids = [...new Set(userIds)].sort();
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('class ' || id, 0)) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as person(id)`,
  );
}

/** All rows of these people on the site. */
export const readMembersByPeople = (
  db: Db,
  siteId: string,
  userIds: readonly string[],
): Promise<ClassMember[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(classMember)
        .where(and(inArray(classMember.user_id, [...userIds]), eq(classMember.site_id, siteId)));

export async function findMember(
  db: Db,
  classId: string,
  userId: string,
): Promise<ClassMember | undefined> {
  const [row] = await db
    .select()
    .from(classMember)
    .where(and(eq(classMember.class_id, classId), eq(classMember.user_id, userId)));
  return row;
}

export const readUnqualified = (db: Db, userId: string): Promise<ClassMember[]> =>
  db
    .select()
    .from(classMember)
    .where(and(eq(classMember.user_id, userId), eq(classMember.member_status, 'unqualified')));

export async function readMember(db: Db, memberId: string): Promise<ClassMember | undefined> {
  const [row] = await db.select().from(classMember).where(eq(classMember.member_id, memberId));
  return row;
}

/** Number of people ahead on the waiting list by member id; absent for others. */
export async function readWaitingPlaces(
  db: Db,
  members: readonly ClassMember[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { member_id, class_id, member_status, number } of members) {
    if (member_status !== 'waiting') continue;
    const [row] = await db
      .select({ place: sql<number>`count(*)::int` })
      .from(classMember)
      .where(
        and(
          eq(classMember.class_id, class_id),
          eq(classMember.member_status, 'waiting'),
          lte(classMember.number, number),
        ),
      );
    counts.set(member_id, row?.place ?? 0);
  }
  return counts;
}

/** The first person on a waiting list. */
export const readFirstWaiting = (tx: Db, classId: string, limit: number): Promise<ClassMember[]> =>
  tx
    .select()
    .from(classMember)
    .where(and(eq(classMember.class_id, classId), eq(classMember.member_status, 'waiting')))
    .orderBy(asc(classMember.number))
    .limit(limit);

/** Members of a class, and people waiting for a seat. */
export const readPresent = (db: Db, classId: string): Promise<ClassMember[]> =>
  db
    .select()
    .from(classMember)
    .where(
      and(
        eq(classMember.class_id, classId),
        inArray(classMember.member_status, ['applied', 'waiting', 'admitted', 'studying']),
      ),
    )
    .orderBy(asc(classMember.number));

/** In any state, in order of application. */
export const readMembers = (db: Db, classId: string, limit: number): Promise<ClassMember[]> =>
  db
    .select()
    .from(classMember)
    .where(eq(classMember.class_id, classId))
    .orderBy(asc(classMember.number), asc(classMember.member_id))
    .limit(limit);

/** A site's classes in any state, latest first. */
export const readClasses = (db: Db, siteId: string, limit: number): Promise<TrainingClass[]> =>
  db
    .select()
    .from(trainingClass)
    .where(eq(trainingClass.site_id, siteId))
    .orderBy(sql`${trainingClass.start_at} desc`, asc(trainingClass.class_id))
    .limit(limit);

/** A class in any state on any site. */
export async function readClass(db: Db, classId: string): Promise<TrainingClass | undefined> {
  const [row] = await db.select().from(trainingClass).where(eq(trainingClass.class_id, classId));
  return row;
}

/** Upserts rows: people who apply again have a row already. */
export async function putMembers(
  tx: Db,
  rows: readonly InferInsertModel<typeof classMember>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(classMember)
    .values([...rows])
    .onConflictDoUpdate({
      target: classMember.member_id,
      set: {
        member_status: sql`excluded.member_status`,
        number: sql`excluded.number`,
        agree_version: sql`excluded.agree_version`,
        applied_at: sql`excluded.applied_at`,
        changed_at: sql`excluded.changed_at`,
      },
    });
}

export async function setMemberStatus(
  tx: Db,
  memberIds: readonly string[],
  memberStatus: MemberStatus,
  now: Date,
): Promise<void> {
  if (memberIds.length > 0)
    await tx
      .update(classMember)
      .set({ member_status: memberStatus, changed_at: now })
      .where(inArray(classMember.member_id, [...memberIds]));
}

/** Updates a locked class. */
export async function setClass(
  tx: Db,
  classId: string,
  set: Partial<InferInsertModel<typeof trainingClass>>,
): Promise<void> {
  await tx.update(trainingClass).set(set).where(eq(trainingClass.class_id, classId));
}

/** Members whose state lags behind the begin or end of their class. */
export const readLateMembers = (
  db: Db,
  now: Date,
  limit: number,
): Promise<{ member: ClassMember; end_at: Date }[]> =>
  db
    .select({ member: classMember, end_at: trainingClass.end_at })
    .from(trainingClass)
    .innerJoin(classMember, eq(classMember.class_id, trainingClass.class_id))
    .where(
      and(
        eq(trainingClass.status, 'published'),
        sql`(${classMember.member_status} = 'admitted' and ${trainingClass.start_at} <= ${now.toISOString()}::timestamptz or ${classMember.member_status} = 'studying' and ${trainingClass.end_at} <= ${now.toISOString()}::timestamptz)`,
      ),
    )
    .limit(limit);
