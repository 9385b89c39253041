import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { SmsProvider } from '../../../platform/settings/sms-settings.ts';
import { mobileHashes } from '../number.rules.ts';
import type { Keys } from '../secret.rules.ts';
import type { SmsReport } from './report.rules.ts';
import { longestCallMs } from './send.rules.ts';
import { smsAttempt, smsMessage } from './sms.tables.ts';

export type Taken = 'taken' | 'repeated' | 'unknown' | 'wrong number';

/** Stores a delivery report with its message. The first one stands: providers repeat theirs. A
 * report also ends the doubt about a message whose result was unknown. */
export const takeReport = (
  db: Db,
  now: Date,
  keys: Keys,
  { provider, report }: { provider: SmsProvider; report: SmsReport },
): Promise<Taken> =>
  db.transaction(async (tx) => {
    const isItsOwn = report.message_id
      ? eq(smsAttempt.message_id, report.message_id)
      : eq(smsAttempt.provider_id, report.provider_id);
    const [found] =
      report.message_id || report.provider_id
        ? await tx
            .select({ attempt: smsAttempt, message: smsMessage })
            .from(smsAttempt)
            .innerJoin(smsMessage, eq(smsMessage.message_id, smsAttempt.message_id))
            .where(and(eq(smsAttempt.provider, provider), isItsOwn))
            .for('update')
        : [];
    if (!found) return 'unknown';
    const { attempt, message } = found;
    const hashes = mobileHashes(keys, message.site_id, report.mobile);
    if (!hashes.includes(message.account_hash)) return 'wrong number';
    if (attempt.report !== '') return 'repeated';
    const { message_id } = attempt;
    const isDoubtful = attempt.result === 'pending' || attempt.result === 'unknown';
    await tx
      .update(smsAttempt)
      .set({
        report: report.isDelivered ? 'delivered' : 'failed',
        report_code: report.code.slice(0, 100),
        reported_at: now,
        ...(isDoubtful && { result: 'accepted' as const, provider_id: report.provider_id }),
      })
      .where(and(eq(smsAttempt.message_id, message_id), eq(smsAttempt.provider, provider)));
    await tx
      .update(smsMessage)
      .set({
        status: report.isDelivered ? 'delivered' : 'failed',
        reason: report.isDelivered ? '' : report.code.slice(0, 100),
        settled_at: now,
      })
      .where(
        and(
          eq(smsMessage.message_id, message_id),
          inArray(smsMessage.status, ['queued', 'sent', 'unknown']),
        ),
      );
    return 'taken';
  });

/** Whether the provider is being asked about a message: a report may be faster than its reply, and
 * Tencent Cloud's carries nothing but the number in that reply. */
export async function isAsking(db: Db, now: Date, provider: SmsProvider): Promise<boolean> {
  const rows = await db
    .select({ id: smsAttempt.message_id })
    .from(smsAttempt)
    .where(
      and(
        eq(smsAttempt.provider, provider),
        gt(smsAttempt.started_at, new Date(now.getTime() - longestCallMs)),
        eq(smsAttempt.result, 'pending'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
