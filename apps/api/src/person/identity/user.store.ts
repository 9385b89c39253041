import type { IdKind } from '@cme/contract/base';
import type { Admission } from '@cme/contract/person';
import { and, asc, eq, inArray, sql, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { connectFormerAccounts } from './former-account.store.ts';
import { user } from './identity.tables.ts';
import { hashPassword } from './password.rules.ts';
import { idHash, mobileHash, mobileHashes } from './number.rules.ts';
import { isTakenUnderOtherKey } from './number.store.ts';
import { type Keys, seal, unseal } from './secret.rules.ts';

export type UserRow = InferSelectModel<typeof user>;

/** Input of a new person in plain text, from registration and the sample content. */
export interface NewPerson {
  user_id?: string;
  site_id: string;
  mobile: string;
  password: string;
  real_name: string;
  id_type?: IdKind;
  id_no: string;
  /** If the document does not contain them: M or F, and `YYYY-MM-DD`. */
  gender?: string;
  birth_date?: string;
  area_id: string;
  unit_name: string;
  series_code: string;
  level: string;
  post_type: string;
  agree_version: string;
  privacy_version?: string;
  department?: string;
  post_name?: string;
  title_name?: string;
  verify_status?: string;
  unit_id?: string | null;
  unit_status?: string;
  status?: string;
  admission?: Admission;
  roles?: string[];
}

/** Adds a person; `mobile_taken` or `id_taken` if the site already has one. */
export async function insertPerson(
  db: Db,
  keys: Keys,
  now: Date,
  person: NewPerson,
): Promise<UserRow | 'mobile_taken' | 'id_taken'> {
  const password_hash = await hashPassword(person.password);
  return insertHashed(db, keys, now, { ...person, password_hash });
}

/** The same with a hashed password, so that the transaction does not wait for hashing. */
export async function insertHashed(
  db: Db,
  keys: Keys,
  now: Date,
  person: Omit<NewPerson, 'password'> & { password_hash: string },
): Promise<UserRow | 'mobile_taken' | 'id_taken'> {
  const {
    mobile,
    id_no,
    user_id = ulid(),
    site_id,
    id_type = 'ID',
    gender = '',
    birth_date = '',
    password_hash,
    real_name,
    area_id,
    unit_name,
    series_code,
    level,
    post_type,
    agree_version,
  } = person;
  const {
    privacy_version,
    department,
    post_name,
    title_name,
    verify_status,
    unit_id,
    unit_status,
    status,
    admission,
    roles,
  } = person;
  const isTaken = await isTakenUnderOtherKey(db, keys, { site_id, mobile, id_type, id_no });
  if (isTaken) return isTaken;
  const [row] = await db
    .insert(user)
    .values({
      user_id,
      site_id,
      password_hash,
      real_name,
      id_type,
      gender,
      birth_sealed: birth_date && seal(keys.personal, birth_date, `birth/${user_id}`),
      area_id,
      unit_name,
      series_code,
      level,
      post_type,
      agree_version,
      privacy_version,
      department,
      post_name,
      title_name,
      verify_status,
      unit_id,
      unit_status,
      status,
      admission,
      roles,
      mobile_sealed: seal(keys.personal, mobile, `mobile/${user_id}`),
      mobile_hash: mobileHash(keys, site_id, mobile),
      id_sealed: seal(keys.personal, id_no, `id_no/${user_id}`),
      id_hash: idHash(keys, site_id, id_type, id_no),
      agreed_at: now,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning();
  if (row) {
    await connectFormerAccounts(db, keys, { user_id, site_id, id_type, id_no });
    return row;
  }
  return (await findByMobile(db, keys, site_id, mobile)) ? 'mobile_taken' : 'id_taken';
}

export async function findByMobile(
  db: Db,
  keys: Keys,
  siteId: string,
  mobile: string,
): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(user)
    .where(
      and(eq(user.site_id, siteId), inArray(user.mobile_hash, mobileHashes(keys, siteId, mobile))),
    );
  return row;
}

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(user).where(eq(user.user_id, userId));
  return row;
}

/** The row, locked until the transaction ends. */
export async function lockUser(tx: Db, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(user).where(eq(user.user_id, userId)).for('no key update');
  return row;
}

export const unsealMobile = (keys: Keys, row: UserRow) =>
  unseal(keys.personal, row.mobile_sealed, `mobile/${row.user_id}`);
export const unsealIdNumber = (keys: Keys, row: UserRow) =>
  unseal(keys.personal, row.id_sealed, `id_no/${row.user_id}`);

/** The given birth date; empty if the document contains it. */
export const decryptBirthDate = (keys: Keys, row: UserRow) =>
  row.birth_sealed && unseal(keys.personal, row.birth_sealed, `birth/${row.user_id}`);
export const unsealEmail = (keys: Keys, row: UserRow) =>
  row.email_sealed && unseal(keys.personal, row.email_sealed, `email/${row.user_id}`);
export const unsealPractice = (keys: Keys, row: UserRow) =>
  row.practice_sealed && unseal(keys.personal, row.practice_sealed, `practice/${row.user_id}`);

/** Workplace and profession. */
export type ProfileChange = Partial<
  Pick<
    UserRow,
    'area_id' | 'unit_name' | 'unit_id' | 'unit_status' | 'series_code' | 'level' | 'post_type'
  >
>;

export async function setProfile(tx: Db, userId: string, change: ProfileChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.update(user).set(change).where(eq(user.user_id, userId));
}

/** These people by id. */
export async function readUsers(db: Db, ids: readonly string[]): Promise<Map<string, UserRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(user)
    .where(inArray(user.user_id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function setPassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.update(user).set({ password_hash: passwordHash }).where(eq(user.user_id, userId));
}

/** Changes a person's mobile number; violates the unique key if the site already has it. */
export async function setMobile(
  tx: Db,
  keys: Keys,
  { user_id, site_id }: UserRow,
  mobile: string,
): Promise<void> {
  await tx
    .update(user)
    .set({
      mobile_sealed: seal(keys.personal, mobile, `mobile/${user_id}`),
      mobile_hash: mobileHash(keys, site_id, mobile),
    })
    .where(eq(user.user_id, user_id));
}

/** State of a person's identity verification. */
export async function setVerified(
  tx: Db,
  userId: string,
  verifyStatus: 'unverified' | 'checking' | 'verified' | 'failed',
): Promise<void> {
  await tx.update(user).set({ verify_status: verifyStatus }).where(eq(user.user_id, userId));
}

/** Changes name and number of the same kind of document after verification; violates the unique key
 * if the site already has the number. */
export async function setIdentity(
  tx: Db,
  keys: Keys,
  userId: string,
  { real_name, id_no }: { real_name: string; id_no: string },
): Promise<void> {
  const row = await findUser(tx, userId);
  if (!row) return;
  await tx
    .update(user)
    .set({
      real_name,
      id_sealed: seal(keys.personal, id_no, `id_no/${userId}`),
      id_hash: idHash(keys, row.site_id, row.id_type as IdKind, id_no),
      verify_status: 'verified',
    })
    .where(eq(user.user_id, userId));
  const { site_id } = row;
  await connectFormerAccounts(tx, keys, {
    user_id: userId,
    site_id,
    id_type: row.id_type as IdKind,
    id_no,
  });
}

export async function setAdmission(tx: Db, userId: string, admission: Admission): Promise<void> {
  await tx.update(user).set({ admission }).where(eq(user.user_id, userId));
}

export async function setRoles(tx: Db, userId: string, roles: string[]): Promise<void> {
  await tx.update(user).set({ roles }).where(eq(user.user_id, userId));
}

/** People with a staff role. */
export const readStaff = (db: Db): Promise<UserRow[]> =>
  db
    .select()
    .from(user)
    .where(sql`${user.roles} <> array['learner']`)
    .orderBy(asc(user.site_id), asc(user.user_id));

export async function recordSignIn(tx: Db, now: Date, userId: string): Promise<void> {
  await tx.update(user).set({ last_login_at: now }).where(eq(user.user_id, userId));
}
