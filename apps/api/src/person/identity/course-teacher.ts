import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { findUser } from './user.store.ts';

/** Whether a person teaches courses of this site. */
export async function isTeacher(db: Db, siteId: string, userId: string): Promise<boolean> {
  const person = await findUser(db, userId);
  const roles = person?.site_id === siteId ? person.roles : [];
  return roles.includes('course_teacher') || roles.includes('super');
}

/** Throws unless they do. */
export async function requireTeacher(db: Db, siteId: string, userId: string): Promise<void> {
  if (!(await isTeacher(db, siteId, userId)))
    throw new RefusalError(403, '没有这项权限（course_teacher）', 'not_allowed');
}
