import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { monotonicFactory } from 'ulid';
import type {
  RolloutEdge,
  RolloutEvent,
  RolloutFollow,
  RolloutState,
} from '@cme/contract/site/rollout';
import type { Db } from '../../platform/database/database.ts';
import { rollout, rolloutEdge, rolloutEvent } from './rollout.tables.ts';

const only = 'state';
const newId = monotonicFactory();
/** An edge that has not polled for this long is considered gone. */
const silentMs = 40_000;

export async function readState(db: Db): Promise<RolloutState> {
  const [row] = await db.select().from(rollout).where(eq(rollout.id, only));
  return { revision: row?.revision ?? 0, areas: row?.areas ?? {} };
}

export async function readRevision(db: Db): Promise<number> {
  const [row] = await db
    .select({ revision: rollout.revision })
    .from(rollout)
    .where(eq(rollout.id, only));
  return row?.revision ?? 0;
}

/** Locks the state until the end of the transaction. */
export async function lockState(tx: Db): Promise<RolloutState> {
  await tx.insert(rollout).values({ id: only, revision: 0, areas: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(rollout).where(eq(rollout.id, only)).for('update');
  return { revision: row?.revision ?? 0, areas: row?.areas ?? {} };
}

export async function writeState(tx: Db, { revision, areas }: RolloutState): Promise<void> {
  await tx.update(rollout).set({ revision, areas }).where(eq(rollout.id, only));
}

type EventRow = typeof rolloutEvent.$inferInsert;
export async function writeEvents(tx: Db, rows: readonly Omit<EventRow, 'id'>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(rolloutEvent)
      .values(rows.map((row) => ({ ...row, id: newId(row.at.getTime()) })));
}

export async function isCarriedOut(tx: Db, requestId: string): Promise<boolean> {
  const found = await tx
    .select({ id: rolloutEvent.id })
    .from(rolloutEvent)
    .where(eq(rolloutEvent.request_id, requestId))
    .limit(1);
  return found.length > 0;
}

export async function readEvents(
  db: Db,
  { area, most }: { area?: string | undefined; most: number },
): Promise<RolloutEvent[]> {
  const rows = await db
    .select()
    .from(rolloutEvent)
    .where(area ? eq(rolloutEvent.area, area) : undefined)
    .orderBy(desc(rolloutEvent.at), desc(rolloutEvent.id))
    .limit(most);
  return rows.map(({ id: _, actor_id: __, request_id: ___, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
  }));
}

export async function noteEdge(
  db: Db,
  now: Date,
  { edge, revision, refused }: RolloutFollow,
): Promise<void> {
  const row = { revision, refused, seen_at: now };
  await db
    .insert(rolloutEdge)
    .values({ edge, ...row })
    .onConflictDoUpdate({ target: rolloutEdge.edge, set: row });
  await db
    .delete(rolloutEdge)
    .where(lt(rolloutEdge.seen_at, new Date(now.getTime() - 100 * silentMs)));
}

export async function readEdges(db: Db, now: Date): Promise<RolloutEdge[]> {
  const rows = await db
    .select()
    .from(rolloutEdge)
    .where(gt(rolloutEdge.seen_at, new Date(now.getTime() - silentMs)))
    .orderBy(asc(rolloutEdge.edge));
  return rows.map(({ seen_at, ...row }) => ({ ...row, seen_at: seen_at.toISOString() }));
}

/** The last automatic rollback of a release. */
export async function lastTakenBack(
  db: Db,
  area: string,
  release: string,
): Promise<{ at: Date; reason: string } | undefined> {
  const [row] = await db
    .select({ at: rolloutEvent.at, reason: rolloutEvent.reason })
    .from(rolloutEvent)
    .where(
      and(
        eq(rolloutEvent.area, area),
        eq(rolloutEvent.action, 'abort'),
        eq(rolloutEvent.from, release),
        eq(rolloutEvent.actor_id, ''),
      ),
    )
    .orderBy(desc(rolloutEvent.at))
    .limit(1);
  return row;
}
