import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { resetToken } from '../identity.tables.ts';
import { newSecret, secretHash } from '../secret.rules.ts';

const lifeMs = 600_000;

const isUsableToken = (token: string, now: Date) =>
  and(
    eq(resetToken.hash, secretHash(token)),
    eq(resetToken.used, false),
    gt(resetToken.expires_at, now),
  );

/** Only the newest one is valid; earlier ones are deleted. */
export async function newResetToken(tx: Db, now: Date, userId: string): Promise<string> {
  const token = newSecret();
  await tx.delete(resetToken).where(eq(resetToken.user_id, userId));
  await tx.insert(resetToken).values({
    hash: secretHash(token),
    user_id: userId,
    expires_at: new Date(now.getTime() + lifeMs),
  });
  return token;
}

/** Verifications of the number end with any change of number or password. */
export async function dropResetTokens(tx: Db, userId: string): Promise<void> {
  await tx.delete(resetToken).where(eq(resetToken.user_id, userId));
}

export async function resetTokenOwner(
  db: Db,
  now: Date,
  token: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ user_id: resetToken.user_id })
    .from(resetToken)
    .where(isUsableToken(token, now));
  return row?.user_id;
}

export async function spendResetToken(tx: Db, now: Date, token: string): Promise<boolean> {
  const rows = await tx
    .update(resetToken)
    .set({ used: true })
    .where(isUsableToken(token, now))
    .returning({ user_id: resetToken.user_id });
  return rows.length === 1;
}

export async function sweepResetTokens(db: Db, now: Date): Promise<void> {
  await db.delete(resetToken).where(lt(resetToken.expires_at, now));
}
