import { and, desc, eq, isNull, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { UserRow } from '../user.store.ts';
import { consent } from './consent.tables.ts';

export type Consent = InferSelectModel<typeof consent>;

/** The latest consent of a kind. */
export async function newestConsent(
  db: Db,
  userId: string,
  kind: Consent['kind'],
): Promise<Consent | undefined> {
  const [row] = await db
    .select()
    .from(consent)
    .where(and(eq(consent.user_id, userId), eq(consent.kind, kind)))
    .orderBy(desc(consent.given_at), desc(consent.consent_id))
    .limit(1);
  return row;
}

/** Registration asked for it: without a row it counts as given then. */
const isConsentActive = (row: Consent | undefined) => !row?.withdrawn_at;

export async function insertConsent(
  tx: Db,
  { user_id, site_id, agree_version: version }: UserRow,
  kind: Consent['kind'],
  givenAt: Date,
): Promise<void> {
  const consent_id = ulid(givenAt.getTime());
  await tx
    .insert(consent)
    .values({ consent_id, site_id, user_id, kind, version, given_at: givenAt });
}

/** Gives or withdraws consent for a person whose row is locked; false if nothing changed. */
export async function setConsent(
  tx: Db,
  user: UserRow,
  kind: Consent['kind'],
  isGranted: boolean,
  now: Date,
): Promise<boolean> {
  const newest = await newestConsent(tx, user.user_id, kind);
  if (isConsentActive(newest) === isGranted) return false;
  const { user_id, site_id, agree_version, agreed_at } = user;
  const row = { consent_id: ulid(now.getTime()), site_id, user_id, kind, version: agree_version };
  if (isGranted) await insertConsent(tx, user, kind, now);
  else if (!newest)
    await tx.insert(consent).values({ ...row, given_at: agreed_at, withdrawn_at: now });
  else
    await tx
      .update(consent)
      .set({ withdrawn_at: now })
      .where(and(eq(consent.consent_id, newest.consent_id), isNull(consent.withdrawn_at)));
  return true;
}

/** Throws if the person has withdrawn the required consent. */
export async function requireConsent(db: Db, userId: string, kind: Consent['kind']): Promise<void> {
  if (isConsentActive(await newestConsent(db, userId, kind))) return;
  throw new RefusalError(
    400,
    '您已撤回对使用证件号码的同意，请先在“账号设置-同意记录”中重新同意',
    'consent_needed',
  );
}
