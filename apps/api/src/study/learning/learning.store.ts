import type { LearnTab } from '@cme/contract/study';
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { toMs } from '../../platform/database/statement.ts';
import { learning, type StoredLearnStatus } from './learning.tables.ts';

export type Learning = InferSelectModel<typeof learning>;

/** The person's latest enrolment in a content, except cancelled ones. */
export async function findCurrentLearning(
  db: Db,
  userId: string,
  contentId: string,
): Promise<Learning | undefined> {
  const [row] = await db
    .select()
    .from(learning)
    .where(
      and(
        eq(learning.user_id, userId),
        eq(learning.content_id, contentId),
        ne(learning.learn_status, 'revoked'),
      ),
    )
    .orderBy(desc(learning.cycle))
    .limit(1);
  return row;
}

/** The person's own enrolment by id; others are not found. */
export async function findLearning(
  db: Db,
  userId: string,
  learningId: string,
): Promise<Learning | undefined> {
  const [row] = await db
    .select()
    .from(learning)
    .where(and(eq(learning.learning_id, learningId), eq(learning.user_id, userId)));
  return row;
}

/** The ones of these enrolments that belong to the person. */
export const findLearnings = async (
  db: Db,
  userId: string,
  learningIds: readonly string[],
): Promise<Learning[]> =>
  learningIds.length === 0
    ? []
    : db
        .select()
        .from(learning)
        .where(and(inArray(learning.learning_id, [...learningIds]), eq(learning.user_id, userId)))
        .orderBy(learning.learning_id);

/** Enrolments by id, of any person. */
export const readLearningsById = (db: Db, learningIds: readonly string[]): Promise<Learning[]> =>
  learningIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(learning)
        .where(inArray(learning.learning_id, [...learningIds]));

/** The state of an enrolment as part of another folder's SQL. */
export const learningState = {
  columns: `l.learn_status, l.progress, l.suspension, ${toMs('l.study_end_at')} as study_end_at`,
  join: (id: string) => `join learning l on l.learning_id = ${id}`,
  /** Whether the enrolment is unchanged since it was read as `columns` of that row, and study is
   * not suspended. */
  isStill: (row: string) =>
    `l.suspension = '' and (l.learn_status, l.progress, ${toMs('l.study_end_at')}) = (${row}.learn_status, ${row}.progress, ${row}.study_end_at)`,
  /** Starts study for the rows with a log id in `begun`. */
  begin: (rows: string, at: string) => `
    begins as (update learning l set learn_status = 'studying', started_at = coalesce(l.started_at, ${at}) from ${rows}
      where begun is not null and l.learning_id = r.learning_id and l.learn_status = 'enrolled' returning begun, l.learning_id, l.user_id),
    traced as (insert into state_log (id, entity, entity_id, "from", "to", actor_type, actor_id, at)
      select begun, 'learning', learning_id, 'enrolled', 'studying', 'learner', user_id, ${at} from begins)`,
};

/** `open`: all that can still be completed; `every`: all. Both include hidden ones. */
export type Listed = LearnTab | 'open' | 'every';

const openStatuses = ['enrolled', 'studying', 'study_done', 'exam_failed'] as const;

const isCourse = and(
  notInArray(learning.content_type, ['P', 'X']),
  ne(learning.learn_status, 'revoked'),
);
const isShown = isNull(learning.hidden_at);
const isOpen = (now: Date, statuses: readonly StoredLearnStatus[]) =>
  and(inArray(learning.learn_status, [...statuses]), gt(learning.study_end_at, now));
const tabs: Record<Listed, (now: Date) => SQL | undefined> = {
  all: () => and(isCourse, isShown),
  every: () => isCourse,
  open: (now) => and(isCourse, isOpen(now, openStatuses)),
  studying: (now) => and(isCourse, isShown, isOpen(now, ['enrolled', 'studying'])),
  exam: (now) => and(isCourse, isShown, isOpen(now, ['study_done', 'exam_failed'])),
  completed: () => and(isCourse, isShown, eq(learning.learn_status, 'completed')),
  expired: (now) =>
    and(
      isCourse,
      isShown,
      inArray(learning.learn_status, [...openStatuses]),
      lte(learning.study_end_at, now),
    ),
  hidden: () => and(isCourse, isNotNull(learning.hidden_at)),
};

export const readLearnings = (
  db: Db,
  userId: string,
  { tab, page, size }: { tab: Listed; page: number; size: number },
  now: Date,
): Promise<Learning[]> =>
  db
    .select()
    .from(learning)
    .where(and(eq(learning.user_id, userId), tabs[tab](now)))
    .orderBy(desc(learning.last_at), desc(learning.learning_id))
    .limit(size)
    .offset((page - 1) * size);

export async function countTabs(
  db: Db,
  userId: string,
  now: Date,
): Promise<Record<LearnTab, number>> {
  const count = (tab: Listed) => sql<number>`(count(*) filter (where ${tabs[tab](now)}))::int`;
  const [row] = await db
    .select({
      all: count('all'),
      studying: count('studying'),
      exam: count('exam'),
      completed: count('completed'),
      expired: count('expired'),
      hidden: count('hidden'),
    })
    .from(learning)
    .where(eq(learning.user_id, userId));
  return row ?? { all: 0, studying: 0, exam: 0, completed: 0, expired: 0, hidden: 0 };
}

export type NewLearning = Omit<
  InferInsertModel<typeof learning>,
  'learning_id' | 'last_at' | 'cycle'
>;

/** Cancelled and expired enrolments are over; the next one begins with its own progress. */
const countNextCycle = ({ user_id, content_id, joined_at }: NewLearning) =>
  sql<number>`(select count(*) + 1 from learning past where past.user_id = ${user_id} and past.content_id = ${content_id} and (past.learn_status = 'revoked'
    or (past.learn_status <> 'completed' and past.suspension = '' and past.study_end_at <= ${joined_at.toISOString()}::timestamptz)))`;

/** Enrols once: a repeated or concurrent call gets the same enrolment. `created` tells which call
 * was first. */
export async function enrol(
  db: Db,
  row: NewLearning,
): Promise<{ learning_id: string; created: boolean }> {
  const inserted = await db
    .insert(learning)
    .values({
      ...row,
      cycle: countNextCycle(row),
      learning_id: ulid(row.joined_at.getTime()),
      last_at: row.joined_at,
    })
    .onConflictDoNothing({ target: [learning.user_id, learning.content_id, learning.cycle] })
    .returning({ learning_id: learning.learning_id });
  const [created] = inserted;
  if (created) return { learning_id: created.learning_id, created: true };
  const existing = await findCurrentLearning(db, row.user_id, row.content_id);
  if (!existing) throw new Error('an existing enrolment was not found');
  return { learning_id: existing.learning_id, created: false };
}

/** Enrols each once; returns the new ones. */
export async function enrolAll(
  db: Db,
  rows: readonly NewLearning[],
): Promise<{ learning_id: string; user_id: string; content_id: string }[]> {
  if (rows.length === 0) return [];
  return db
    .insert(learning)
    .values(
      rows.map((row) => ({
        ...row,
        cycle: countNextCycle(row),
        learning_id: ulid(row.joined_at.getTime()),
        last_at: row.joined_at,
      })),
    )
    .onConflictDoNothing({ target: [learning.user_id, learning.content_id, learning.cycle] })
    .returning({
      learning_id: learning.learning_id,
      user_id: learning.user_id,
      content_id: learning.content_id,
    });
}

export const insertLearnings = async (
  db: Db,
  rows: InferInsertModel<typeof learning>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(learning).values(rows);
};

export async function updateLearning(
  db: Db,
  learningId: string,
  set: Partial<InferInsertModel<typeof learning>>,
): Promise<void> {
  await db.update(learning).set(set).where(eq(learning.learning_id, learningId));
}

/** The enrolment, locked until the transaction ends. */
export async function lockLearning(db: Db, learningId: string): Promise<Learning | undefined> {
  const [row] = await db
    .select()
    .from(learning)
    .where(eq(learning.learning_id, learningId))
    .for('update');
  return row;
}

/** Like `lockLearning` for several, in a fixed order to avoid deadlocks. */
export async function lockLearnings(db: Db, learningIds: readonly string[]): Promise<void> {
  await db
    .select({ id: learning.learning_id })
    .from(learning)
    .where(inArray(learning.learning_id, [...learningIds]))
    .orderBy(learning.learning_id)
    .for('update');
}

/** What a person completed within a period, newest first. */
export const completedBetween = (
  db: Db,
  userId: string,
  from: Date,
  to: Date,
): Promise<Learning[]> =>
  db
    .select()
    .from(learning)
    .where(
      and(
        eq(learning.user_id, userId),
        eq(learning.learn_status, 'completed'),
        gte(learning.completed_at, from),
        lt(learning.completed_at, to),
      ),
    )
    .orderBy(desc(learning.completed_at), desc(learning.learning_id));
