import { and, asc, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import { monotonicFactory } from 'ulid';
import type {
  HealthSums,
  RolloutCounts,
  RolloutEdge,
  RolloutEvent,
  RolloutFollow,
  RolloutState,
} from '@cme/contract/site/rollout';
import type { Db } from '../../database/database.ts';
import { noSums } from './health.rules.ts';
import { rollout, rolloutEdge, rolloutEvent, rolloutHealth } from './rollout.tables.ts';

const only = 'state';
const newId = monotonicFactory();
/** Counts are looked at for days, not for ever. */
const keptDays = 30;
/** An edge that has not asked for so long is gone. */
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

/** Whoever has it changes the state alone until the end of the transaction. */
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

export async function isCarriedOut(tx: Db, request_id: string): Promise<boolean> {
  const found = await tx
    .select({ id: rolloutEvent.id })
    .from(rolloutEvent)
    .where(eq(rolloutEvent.request_id, request_id))
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

const sumNames = Object.keys(noSums) as (keyof HealthSums)[];

/** Later counts of the same minute hold the earlier ones, so the larger one is the newer. */
export async function writeCounts(db: Db, now: Date, { edge, rows }: RolloutCounts): Promise<void> {
  if (rows.length === 0) return;
  const larger = Object.fromEntries(
    sumNames.map((name) => [
      name,
      sql`greatest(${rolloutHealth[name]}, excluded.${sql.identifier(name)})`,
    ]),
  );
  await db
    .insert(rolloutHealth)
    .values(rows.map((row) => ({ ...row, edge, minute: new Date(row.minute) })))
    .onConflictDoUpdate({
      target: [rolloutHealth.area, rolloutHealth.release, rolloutHealth.minute, rolloutHealth.edge],
      set: larger,
    });
  await db
    .delete(rolloutHealth)
    .where(lt(rolloutHealth.minute, new Date(now.getTime() - keptDays * 86_400_000)));
}

/** What pages told of these releases since then. */
export async function readSums(
  db: Db,
  area: string,
  releases: readonly string[],
  since: Date,
): Promise<Record<string, HealthSums>> {
  const minute = new Date(Math.floor(since.getTime() / 60_000) * 60_000);
  const fields = Object.fromEntries(
    sumNames.map((name) => [name, sql<number>`sum(${rolloutHealth[name]})`.mapWith(Number)]),
  ) as Record<keyof HealthSums, ReturnType<typeof sql<number>>>;
  const rows = await db
    .select({ release: rolloutHealth.release, ...fields })
    .from(rolloutHealth)
    .where(
      and(
        eq(rolloutHealth.area, area),
        inArray(rolloutHealth.release, [...releases]),
        gte(rolloutHealth.minute, minute),
      ),
    )
    .groupBy(rolloutHealth.release);
  return Object.fromEntries(rows.map(({ release, ...sums }) => [release, sums as HealthSums]));
}
