import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { requireTwo } from '../../person/approval/approval.store.ts';
import { classEffects } from '../../credits/certificate/issuing/of-class.action.ts';
import { decideFact, readDeciders, type FactVerdict } from '../../person/fact/decide.action.ts';
import { type FactRow, kindNames, valueName } from '../../person/fact/fact.rules.ts';
import { findFact } from '../../person/fact/fact.store.ts';
import { findUser, type UserRow } from '../../person/identity/user.store.ts';
import { qualifyProven } from '../../study/training-class/qualify.action.ts';
import type { Account } from '../staff/account.ts';
import { requireSubject } from '../staff/scope.ts';
import type { Decision } from './decision.ts';

const gone = () => new NotPossibleError('没有这项申请，或已处理');

async function requireWaitingFact(
  { db }: AppContext,
  id: string,
): Promise<{ row: FactRow; person: UserRow }> {
  const row = await findFact(db, id);
  const person = row && (await findUser(db, row.user_id));
  if (!person || row.fact_status !== 'waiting') throw gone();
  return { row, person };
}

/** A pending request of the acting account's site that no unit decides. */
export async function findCentreFact(
  context: AppContext,
  id: string,
  account: Pick<Account, 'user_id' | 'roles'>,
): Promise<{ row: FactRow; person: UserRow }> {
  const { row, person } = await requireWaitingFact(context, id);
  const subject = { site_ids: [row.site_id], user_ids: [row.user_id] };
  await requireSubject(context, account, subject, '申请');
  if ((await readDeciders(context.db, person)).length > 0)
    throw new NotPossibleError('该学员的单位有管理员，由单位审核');
  return { row, person };
}

/** Whether a request asks for another value than the account has. */
export const isChange = ({ kind, value }: FactRow, person: UserRow): boolean =>
  kind !== 'unit_id' && person[kind] !== value;

export async function decide(
  context: AppContext,
  verdict: FactVerdict,
  actorId: string,
): Promise<void> {
  const effects = (tx: AppContext['db'], userId: string, now: Date) =>
    qualifyProven(tx, classEffects, userId, now);
  try {
    const actor = { actor_type: 'staff' as const, actor_id: actorId };
    await decideFact(context.db, effects, verdict, actor, context.now());
  } catch (error) {
    throw error instanceof RefusalError ? new NotPossibleError(error.message) : error;
  }
}

/** A change of a fact: its request. */
export const factChange: Decision = {
  role: 'certificate_officer',
  async subject(context, [id = '']) {
    const { row } = await requireWaitingFact(context, id);
    return { site_ids: [row.site_id], user_ids: [row.user_id] };
  },
  async facts(context, [id = '']) {
    const { row, person } = await requireWaitingFact(context, id);
    if (row.kind === 'unit_id') throw gone();
    const { kind, value, effective_from } = row;
    const before = valueName(kind, person[kind]);
    return `${kindNames[kind]}变更：${before} → ${valueName(kind, value)}，自${effective_from}起`;
  },
  async run(context, [id = ''], people) {
    requireTwo(people, '职称与岗位变更');
    const confirmed = await findUser(context.db, people.confirmed_by);
    const account = { user_id: people.confirmed_by, roles: confirmed?.roles ?? [] };
    await findCentreFact(context, id, account);
    await decide(context, { fact_id: id, decision: 'approve', reason: '' }, people.confirmed_by);
    return '已变更';
  },
};
