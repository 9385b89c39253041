import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { findUser } from './user.store.ts';

/** Whether a person may decide about this site's training classes. */
export async function isClassTeacher(db: Db, siteId: string, userId: string): Promise<boolean> {
  const person = await findUser(db, userId);
  const roles = person?.site_id === siteId ? person.roles : [];
  return roles.includes('class_teacher') || roles.includes('super');
}

/** Throws unless they may. */
export async function requireClassTeacher(db: Db, siteId: string, userId: string): Promise<void> {
  if (!(await isClassTeacher(db, siteId, userId)))
    throw new RefusalError(403, '没有这项权限（class_teacher）', 'not_allowed');
}
