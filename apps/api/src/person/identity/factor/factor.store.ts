import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { type Keys, seal, unseal } from '../secret.rules.ts';
import { userFactor, userFactorCode } from './factor.tables.ts';
import { newRecoveryCodes, recoveryHash } from './recovery.rules.ts';
import { newFactorSecret } from './totp.rules.ts';

export type Factor = typeof userFactor.$inferSelect;

/** Time for the first code of a new factor. */
const pendingMs = 86_400_000;

/** Whether published secrets are valid here: only where the sample accounts are. */
export const hasSample = ({ sample, databaseUrl }: Pick<Settings, 'sample' | 'databaseUrl'>) =>
  sample || databaseUrl === undefined;

/** The factors of a person that are valid here: the active one first, then the pending one. */
export async function readFactors(
  db: Db,
  settings: Settings,
  userId: string,
  now: Date,
): Promise<Factor[]> {
  const isFresh = gt(userFactor.created_at, new Date(now.getTime() - pendingMs));
  const rows = await db
    .select()
    .from(userFactor)
    .where(and(eq(userFactor.user_id, userId), or(isNotNull(userFactor.confirmed_at), isFresh)))
    .orderBy(sql`${userFactor.confirmed_at} nulls last`);
  return rows.filter(({ published }) => !published || hasSample(settings));
}

/** The active factor of a person, if it is valid here. */
export const readActiveFactor = async (
  db: Db,
  settings: Settings,
  userId: string,
  now: Date,
): Promise<Factor | undefined> =>
  (await readFactors(db, settings, userId, now)).find(({ confirmed_at }) => confirmed_at !== null);

const bound = (userId: string) => `factor/${userId}`;
export const unsealFactorSecret = (keys: Keys, { secret_sealed, user_id }: Factor): string =>
  unseal(keys.personal, secret_sealed, bound(user_id));

/** A new factor that waits for its first code; it replaces an earlier pending one. */
export async function insertFactor(
  tx: Db,
  keys: Keys,
  now: Date,
  {
    user_id,
    secret = newFactorSecret(),
    ...row
  }: Pick<Factor, 'user_id'> & Partial<Factor> & { secret?: string },
): Promise<{ factor_id: string; secret: string }> {
  await dropFactors(tx, user_id, isNull(userFactor.confirmed_at));
  const factor_id = ulid();
  const secret_sealed = seal(keys.personal, secret, bound(user_id));
  await tx
    .insert(userFactor)
    .values({ factor_id, user_id, secret_sealed, created_at: now, ...row });
  return { factor_id, secret };
}

/** Deletes these factors of a person with their recovery codes; true if there were any. */
export async function dropFactors(
  tx: Db,
  userId: string,
  which: Parameters<typeof and>[0] = undefined,
): Promise<boolean> {
  const ids = tx
    .select({ factor_id: userFactor.factor_id })
    .from(userFactor)
    .where(and(eq(userFactor.user_id, userId), which));
  await tx.delete(userFactorCode).where(inArray(userFactorCode.factor_id, ids));
  const rows = await tx
    .delete(userFactor)
    .where(and(eq(userFactor.user_id, userId), which))
    .returning({ factor_id: userFactor.factor_id });
  return rows.length > 0;
}

/** Makes a pending factor the active one, instead of an earlier one. */
export async function activateFactor(tx: Db, now: Date, factor: Factor): Promise<void> {
  await dropFactors(tx, factor.user_id, isNotNull(userFactor.confirmed_at));
  await tx
    .update(userFactor)
    .set({ confirmed_at: now })
    .where(eq(userFactor.factor_id, factor.factor_id));
}

/** Accepts a time step once, and none before the last accepted one. */
export async function spendStep(tx: Db, factorId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(userFactor)
    .set({ last_step: step })
    .where(and(eq(userFactor.factor_id, factorId), lt(userFactor.last_step, step)))
    .returning({ factor_id: userFactor.factor_id });
  return rows.length === 1;
}

/** New recovery codes, returned once; earlier ones end. */
export async function renewRecoveryCodes(tx: Db, keys: Keys, factorId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.delete(userFactorCode).where(eq(userFactorCode.factor_id, factorId));
  await tx
    .insert(userFactorCode)
    .values(
      codes.map((code) => ({ factor_id: factorId, hash: recoveryHash(keys, factorId, code) })),
    );
  return codes;
}

const unused = (factorId: string) =>
  and(eq(userFactorCode.factor_id, factorId), isNull(userFactorCode.used_at));

export async function countRecoveryCodes(db: Db, factorId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(userFactorCode).where(unused(factorId));
  return row?.n ?? 0;
}

export async function hasRecoveryCode(db: Db, factorId: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: userFactorCode.hash })
    .from(userFactorCode)
    .where(and(unused(factorId), eq(userFactorCode.hash, hash)));
  return rows.length > 0;
}

export async function spendRecoveryCode(
  tx: Db,
  now: Date,
  factorId: string,
  hash: string,
): Promise<boolean> {
  const rows = await tx
    .update(userFactorCode)
    .set({ used_at: now })
    .where(and(unused(factorId), eq(userFactorCode.hash, hash)))
    .returning({ hash: userFactorCode.hash });
  return rows.length === 1;
}

/** Re-encrypts the secrets with the current key. */
export async function resealFactors(db: Db, keys: Keys): Promise<number> {
  const rows = await db.select().from(userFactor).orderBy(desc(userFactor.factor_id));
  const other = rows.filter(({ secret_sealed }) => !isUnderCurrent(keys, secret_sealed));
  for (const row of other) {
    const secret_sealed = seal(keys.personal, unsealFactorSecret(keys, row), bound(row.user_id));
    await db
      .update(userFactor)
      .set({ secret_sealed })
      .where(eq(userFactor.factor_id, row.factor_id));
  }
  return other.length;
}

const isUnderCurrent = (keys: Keys, sealed: string) => sealed.startsWith(`${keys.personal[0].id}.`);

/** The number of secrets that cannot be decrypted with the current key alone. */
export async function countUnprovenFactors(db: Db, keys: Keys): Promise<number> {
  const rows = await db.select({ sealed: userFactor.secret_sealed }).from(userFactor);
  return rows.filter(({ sealed }) => !isUnderCurrent(keys, sealed)).length;
}
