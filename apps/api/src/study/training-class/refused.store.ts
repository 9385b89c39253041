import type { Db } from '../../platform/database/database.ts';
import { readFormerAccounts } from '../../person/identity/former-account.store.ts';
import {
  type ClassMember,
  readMembersByPeople,
  type TrainingClass,
} from './training-class.store.ts';
import type { MemberStatus } from './training-class.tables.ts';

const refusedStatuses: readonly MemberStatus[] = ['rejected', 'removed'];

/** Rows of these people that a class of this training has rejected or removed, also under an account
 * that they have closed; each with the person's current id. */
export async function readRefusedMembers(
  db: Db,
  siteId: string,
  userIds: readonly string[],
): Promise<ClassMember[]> {
  const former = await readFormerAccounts(db, userIds);
  const owners = new Map(former.map(({ former_id, user_id }) => [former_id, user_id]));
  const rows = await readMembersByPeople(db, siteId, [...new Set([...userIds, ...owners.keys()])]);
  return rows
    .filter(({ member_status }) => refusedStatuses.includes(member_status))
    .map((row) => ({ ...row, user_id: owners.get(row.user_id) ?? row.user_id }));
}

/** Whether a class of the same training has refused the person: their next application there is
 * reviewed, whatever the class does otherwise. */
export const isRefusedInTraining = (
  refused: readonly ClassMember[],
  userId: string,
  { training_id, class_id }: Pick<TrainingClass, 'training_id' | 'class_id'>,
): boolean =>
  refused.some(
    (row) =>
      row.user_id === userId &&
      (row.class_id === class_id || (training_id !== '' && row.training_id === training_id)),
  );
