import type { ReplyOf } from '@cme/contract/base';
import type { trainingclassResource } from '@cme/contract/study';
import { fileOfOwner, readOwnerFiles } from '../../../person/file/attach.action.ts';
import type { FileRow } from '../../../person/file/file.store.ts';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { hasSeat } from '../training-class.rules.ts';
import { readClassAsker, classOr404 } from './training-class.view.ts';

/** Owner type of attachments. */
export const fileOwner = 'class';

/** Handouts; those for members are open to members only. */
export async function readHandouts(
  db: Db,
  siteId: string,
  classId: string,
  userId: string | undefined,
): Promise<ReplyOf<typeof trainingclassResource>> {
  const { trainingClass } = await classOr404(db, siteId, classId);
  const isIn = await isMember(db, siteId, classId, userId);
  const files = (await readOwnerFiles(db, fileOwner, [classId])).get(classId) ?? [];
  return {
    list: trainingClass.resources.flatMap(({ file_id, title, members_only }) => {
      const found = files.find((file) => file.file_id === file_id);
      if (!found) return [];
      const { format, size } = found;
      const can_open = members_only === 'N' || isIn ? ('Y' as const) : ('N' as const);
      return [{ id: file_id, title, kind: format, size, members_only, can_open }];
    }),
  };
}

/** The file of a handout, if this person may open it. */
export async function handoutOr404(
  db: Db,
  siteId: string,
  { class_id, id }: { class_id: string; id: string },
  userId: string | undefined,
): Promise<FileRow | undefined> {
  const { trainingClass } = await classOr404(db, siteId, class_id);
  const handout = trainingClass.resources.find(({ file_id }) => file_id === id);
  if (handout?.members_only === 'Y' && !(await isMember(db, siteId, class_id, userId)))
    throw new RefusalError(400, '录取后方可下载', 'not_owned');
  return handout && fileOfOwner(db, { owner_type: fileOwner, owner_id: class_id }, id);
}

async function isMember(
  db: Db,
  siteId: string,
  classId: string,
  userId: string | undefined,
): Promise<boolean> {
  const asker = await readClassAsker(db, siteId, userId);
  const member = asker?.members.find(({ class_id }) => class_id === classId);
  return hasSeat(member?.member_status) && member?.member_status !== 'applied';
}
