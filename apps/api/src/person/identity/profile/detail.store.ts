import { maskIdNumber } from '@cme/contract/base';
import { educations, type ProfileDetail } from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { user, userPicture } from '../identity.tables.ts';
import type { Keys } from '../secret.rules.ts';
import { unsealEmail, unsealPractice, type UserRow } from '../user.store.ts';

/** li.xiaoming@example.com → l****@example.com. */
const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1****');

/** A person's picture in base64; undefined without one. */
export async function readPicture(db: Db, userId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ picture: userPicture.picture })
    .from(userPicture)
    .where(eq(userPicture.user_id, userId));
  return found?.picture;
}

export async function readDetail(db: Db, keys: Keys, row: UserRow): Promise<ProfileDetail> {
  const picture = await readPicture(db, row.user_id);
  const { title_name, title_date, department, post_name, education, grass_roots } = row;
  const practice = unsealPractice(keys, row);
  return {
    title_name,
    title_date,
    department,
    post_name,
    education,
    education_name: educations.find(({ code }) => code === education)?.name ?? '',
    grass_roots,
    email: maskEmail(unsealEmail(keys, row)),
    email_verified: 'N',
    practice_no: practice && maskIdNumber(practice),
    picture: picture ? `data:image/jpeg;base64,${picture}` : '',
  };
}

type Stated = 'title_name' | 'title_date' | 'department' | 'post_name' | 'education';
export type DetailChange = Partial<
  Pick<UserRow, Stated | 'grass_roots' | 'email_sealed' | 'practice_sealed'>
>;

export async function setDetail(tx: Db, userId: string, change: DetailChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.update(user).set(change).where(eq(user.user_id, userId));
}

/** An empty picture removes it. */
export async function setPicture(
  tx: Db,
  { user_id, site_id }: UserRow,
  picture: string,
  now: Date,
): Promise<void> {
  if (picture === '') {
    await tx.delete(userPicture).where(eq(userPicture.user_id, user_id));
    return;
  }
  const change = { picture, updated_at: now };
  await tx
    .insert(userPicture)
    .values({ user_id, site_id, ...change })
    .onConflictDoUpdate({ target: userPicture.user_id, set: change });
}
