import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { endOf, isRepeatable, isUnwell, longestCallMs, restMs } from './send.rules.ts';
import { smsAttempt, smsMessage, type SmsResult } from './sms.tables.ts';
import type { Outcome } from './provider/provider.ts';

export interface NewMessage {
  message_id: string;
  site_id: string;
  scene: string;
  account_hash: string;
}

export async function insertMessage(db: Db, now: Date, row: NewMessage): Promise<void> {
  await db
    .insert(smsMessage)
    .values({ ...row, created_at: now })
    .onConflictDoNothing();
}

/** Providers whose newest result in the last minutes was bad. */
export async function readUnwell(db: Db, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectDistinctOn([smsAttempt.provider], {
      provider: smsAttempt.provider,
      result: smsAttempt.result,
    })
    .from(smsAttempt)
    .where(
      and(
        gt(smsAttempt.started_at, new Date(now.getTime() - restMs)),
        sql`${smsAttempt.result} <> 'pending'`,
      ),
    )
    .orderBy(smsAttempt.provider, desc(smsAttempt.started_at), desc(smsAttempt.message_id));
  return new Set(rows.filter(({ result }) => isUnwell(result)).map(({ provider }) => provider));
}

type Claim<Name> =
  | { state: 'claimed'; provider: Name }
  /** Sent, failed or unknown already. */
  | { state: 'settled' }
  /** Another process is asking a provider about it. */
  | { state: 'running' }
  /** No provider of `order` is left. */
  | { state: 'none'; results: SmsResult[] };

/** Chooses the next provider and records that it is asked, before it is: a killed process leaves a
 * pending attempt, whose result is then unknown. */
export const claimNext = <Name extends string>(
  db: Db,
  now: Date,
  messageId: string,
  order: readonly Name[],
): Promise<Claim<Name>> =>
  db.transaction(async (tx): Promise<Claim<Name>> => {
    const [message] = await tx
      .select({ status: smsMessage.status })
      .from(smsMessage)
      .where(eq(smsMessage.message_id, messageId))
      .for('update');
    if (message?.status !== 'queued') return { state: 'settled' };
    const attempts = await tx.select().from(smsAttempt).where(eq(smsAttempt.message_id, messageId));
    const pending = attempts.find(({ result }) => result === 'pending');
    if (pending) {
      if (pending.started_at.getTime() > now.getTime() - longestCallMs) return { state: 'running' };
      await settleAttempt(tx, now, pending, lost);
      return { state: 'settled' };
    }
    const results = new Map(attempts.map(({ provider, result }) => [provider, result]));
    const provider = order.find((name) => {
      const earlier = results.get(name);
      return earlier === undefined || isRepeatable(earlier);
    });
    if (provider === undefined) return { state: 'none', results: [...results.values()] };
    const attempt = { result: 'pending' as const, started_at: now, code: '' };
    await tx
      .insert(smsAttempt)
      .values({ message_id: messageId, provider, ...attempt })
      .onConflictDoUpdate({ target: [smsAttempt.message_id, smsAttempt.provider], set: attempt });
    return { state: 'claimed', provider };
  });

const lost: Outcome = { result: 'unknown', code: 'process-ended' };

/** Stores a provider's answer, unless a delivery report was faster. Requires a transaction. */
export async function settleAttempt(
  tx: Db,
  now: Date,
  { message_id, provider }: { message_id: string; provider: string },
  { result, code, provider_id = '' }: Outcome,
): Promise<void> {
  await tx
    .update(smsAttempt)
    .set({ result, code, provider_id })
    .where(
      and(
        eq(smsAttempt.message_id, message_id),
        eq(smsAttempt.provider, provider),
        eq(smsAttempt.result, 'pending'),
      ),
    );
  const status = endOf(result);
  if (!status) return;
  const reason = result === 'accepted' ? '' : code;
  await endMessage(tx, now, message_id, { status, reason });
}

/** Ends a message that nothing has ended yet. */
export async function endMessage(
  db: Db,
  now: Date,
  messageId: string,
  end: Pick<typeof smsMessage.$inferSelect, 'status' | 'reason'>,
): Promise<void> {
  await db
    .update(smsMessage)
    .set({ ...end, settled_at: now })
    .where(and(eq(smsMessage.message_id, messageId), eq(smsMessage.status, 'queued')));
}

/** How many messages of a site each provider has accepted since then. */
export async function countByProvider(
  db: Db,
  siteId: string,
  since: Date,
): Promise<Record<string, number>> {
  const rows = await db
    .select({ provider: smsAttempt.provider, count: sql<number>`count(*)::int` })
    .from(smsAttempt)
    .innerJoin(smsMessage, eq(smsMessage.message_id, smsAttempt.message_id))
    .where(
      and(
        eq(smsMessage.site_id, siteId),
        gt(smsMessage.created_at, since),
        eq(smsAttempt.result, 'accepted'),
      ),
    )
    .groupBy(smsAttempt.provider);
  return Object.fromEntries(rows.map(({ provider, count }) => [provider, count]));
}

/** Messages to a number, newest first, each with what its providers said. */
export function readMessages(db: Db, accountHashes: readonly string[], limit: number) {
  return db
    .select({ message: smsMessage, attempt: smsAttempt })
    .from(smsMessage)
    .leftJoin(smsAttempt, eq(smsAttempt.message_id, smsMessage.message_id))
    .where(inArray(smsMessage.account_hash, [...accountHashes]))
    .orderBy(desc(smsMessage.created_at), smsAttempt.started_at)
    .limit(limit);
}

const dayMs = 86_400_000;
export const keptDays = 30;

/** Deletes old messages; ends those that no provider took while their codes were valid. */
export async function sweepMessages(db: Db, now: Date): Promise<void> {
  await db
    .delete(smsMessage)
    .where(lt(smsMessage.created_at, new Date(now.getTime() - keptDays * dayMs)));
  await db
    .update(smsMessage)
    .set({ status: 'failed', reason: 'expired', settled_at: now })
    .where(
      and(
        eq(smsMessage.status, 'queued'),
        lt(smsMessage.created_at, new Date(now.getTime() - dayMs / 24)),
      ),
    );
}
