import { and, eq, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { activity, activityApply } from './activity.tables.ts';

export type Activity = InferSelectModel<typeof activity>;
export type ActivityApply = InferSelectModel<typeof activityApply>;
export type NewActivity = InferInsertModel<typeof activity>;

export async function readActivity(db: Db, contentId: string): Promise<Activity | undefined> {
  const [row] = await db.select().from(activity).where(eq(activity.content_id, contentId));
  return row;
}

/** The row, locked until the transaction ends, so that places are assigned one at a time. */
export async function lockActivity(tx: Db, contentId: string): Promise<Activity | undefined> {
  const [row] = await tx
    .select()
    .from(activity)
    .where(eq(activity.content_id, contentId))
    .for('no key update');
  return row;
}

export async function findApply(
  db: Db,
  contentId: string,
  userId: string,
): Promise<ActivityApply | undefined> {
  const [row] = await db
    .select()
    .from(activityApply)
    .where(and(eq(activityApply.content_id, contentId), eq(activityApply.user_id, userId)));
  return row;
}

/** Assigns a place to a person, also after it was given up. Requires the activity's lock. */
export async function assignPlace(
  tx: Db,
  row: Pick<ActivityApply, 'content_id' | 'user_id' | 'site_id'>,
  now: Date,
): Promise<void> {
  await tx
    .insert(activityApply)
    .values({ ...row, apply_id: ulid(now.getTime()), apply_status: 'applied', applied_at: now })
    .onConflictDoUpdate({
      target: [activityApply.content_id, activityApply.user_id],
      set: { apply_status: 'applied', applied_at: now, canceled_at: null },
    });
  await tx
    .update(activity)
    .set({ taken: sql`${activity.taken} + 1` })
    .where(eq(activity.content_id, row.content_id));
}

/** Releases a person's place. Requires the activity's lock. */
export async function givePlaceBack(tx: Db, { apply_id, content_id }: ActivityApply, now: Date) {
  await tx
    .update(activityApply)
    .set({ apply_status: 'canceled', canceled_at: now })
    .where(eq(activityApply.apply_id, apply_id));
  await tx
    .update(activity)
    .set({ taken: sql`${activity.taken} - 1` })
    .where(eq(activity.content_id, content_id));
}

export async function insertActivities(db: Db, rows: NewActivity[]): Promise<void> {
  if (rows.length > 0) await db.insert(activity).values(rows);
}
