import type { AppContext } from '../../../platform/context/context.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { findUser } from '../../../person/identity/user.store.ts';
import { memberNames } from '../../../study/training-class/training-class.rules.ts';
import {
  findMember,
  readClass,
  type TrainingClass,
} from '../../../study/training-class/training-class.store.ts';
import type { Account } from '../../staff/account.ts';
import { requireArguments } from '../../staff/command.ts';
import { requireOthers, requireScope } from '../../staff/scope.ts';
import { requireAccount } from '../../staff/find-account.ts';

export async function classNamed({ db }: AppContext, classId: string): Promise<TrainingClass> {
  const trainingClass = await readClass(db, classId);
  if (!trainingClass) throw new NotPossibleError('没有找到该培训班');
  return trainingClass;
}

/** A class that the acting account may change: teachers only those of their own site. */
export async function findOwnClass(
  context: AppContext,
  classId: string,
  account: Account,
): Promise<TrainingClass> {
  const trainingClass = await classNamed(context, classId);
  await requireScope(context.db, account, [trainingClass.site_id], '培训班');
  return trainingClass;
}

export const toActor = ({ user_id }: Account) => ({
  actor_type: 'staff' as const,
  actor_id: user_id,
});

/** Applies a step to one person, given by phone number or id. */
export async function step(
  context: AppContext,
  args: readonly string[],
  account: Account,
  work: (membership: { class_id: string; user_id: string }) => Promise<void>,
): Promise<string> {
  const [class_id = '', person = ''] = requireArguments(args, '班级编号', '手机号或人员编号');
  const trainingClass = await findOwnClass(context, class_id, account);
  const user_id = /^1\d{10}$/.test(person)
    ? (await requireAccount(context, person, trainingClass.site_id)).user_id
    : person;
  await requireOthers(context, account, [user_id]);
  try {
    await work({ class_id, user_id });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    throw new NotPossibleError(error.code === 'not_found' ? '该班没有这个人' : error.message);
  }
  const name = (await findUser(context.db, user_id))?.real_name ?? user_id;
  const row = await findMember(context.db, class_id, user_id);
  return `${name} ${row ? memberNames[row.member_status] : ''}`;
}
