import { and, asc, count, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { RequireProof } from '../../../platform/http/call-limits.ts';
import { proofLevel } from '../../../platform/http/limits/proof.rules.ts';
import { limitHit, limitKey } from '../identity.tables.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';

/** Runs `work` in a transaction, one at a time per network, so that many requests of one network
 * queue here instead of using all connections of the pool. */
export function withLimits<Result>(
  db: Db,
  network: string,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return runInTurn(`limits ${network}`, () => db.transaction(work));
}

/** Locks the keys until the transaction ends, so that counting and consuming are atomic. */
export async function lockKeys(tx: Db, now: Date, keys: string[]): Promise<void> {
  const rows = [...new Set(keys)].sort().map((key) => ({ key, touched_at: now }));
  await tx
    .insert(limitKey)
    .values(rows)
    .onConflictDoUpdate({ target: limitKey.key, set: { touched_at: sql`excluded.touched_at` } });
}

/** What a network may do within `seconds`: up to `free` without a proof of work, and at most
 * `most`. */
export interface NetworkLimit {
  key: string;
  free: number;
  most: number;
  seconds: number;
}

/** Counts one hit of a network, for a proof of work above `free`; false if `most` is reached. */
export async function consumeOfNetwork(
  tx: Db,
  now: Date,
  { key, free, most, seconds }: NetworkLimit,
  requireProof: RequireProof,
): Promise<boolean> {
  await lockKeys(tx, now, [key]);
  const hits = await countSince(tx, key, new Date(now.getTime() - seconds * 1000));
  if (hits >= most) return false;
  await requireProof(proofLevel(hits + 1, free), tx);
  await addHits(tx, now, [{ key }]);
  return true;
}

/** The number of hits of a key since a time. */
export async function countSince(tx: Db, key: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(limitHit)
    .where(and(eq(limitHit.key, key), gt(limitHit.at, since)));
  return row?.n ?? 0;
}

export interface Hit {
  part: string;
  at: Date;
  forgiven: boolean;
}

/** The hits of a key since a time, oldest first. */
export function hitsSince(tx: Db, key: string, since: Date): Promise<Hit[]> {
  return tx
    .select({ part: limitHit.part, at: limitHit.at, forgiven: limitHit.forgiven })
    .from(limitHit)
    .where(and(eq(limitHit.key, key), gt(limitHit.at, since)))
    .orderBy(asc(limitHit.at), asc(limitHit.id));
}

export async function addHits(
  tx: Db,
  at: Date,
  hits: { key: string; part?: string }[],
): Promise<string[]> {
  const rows = hits.map((hit) => ({ id: ulid(), at, ...hit }));
  await tx.insert(limitHit).values(rows);
  return rows.map(({ id }) => id);
}

export async function returnHits(db: Db, ids: string[]): Promise<void> {
  await db.delete(limitHit).where(inArray(limitHit.id, ids));
}

/** Clears the hits of one part of a key; without `part`, of the whole key. */
export async function resetHits(db: Db, key: string, part?: string): Promise<void> {
  if (part === undefined) await db.delete(limitHit).where(eq(limitHit.key, key));
  else
    await db
      .update(limitHit)
      .set({ forgiven: true })
      .where(and(eq(limitHit.key, key), eq(limitHit.part, part)));
}

export async function sweepLimits(db: Db, before: Date): Promise<void> {
  await db.delete(limitHit).where(lt(limitHit.at, before));
  await db.delete(limitKey).where(lt(limitKey.touched_at, before));
}
