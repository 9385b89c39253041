import type { FactKind } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { formatDay, longDay } from '../../platform/http/format-time.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import { lockUser, setProfile } from '../identity/user.store.ts';
import { insertMessages } from '../message/message.store.ts';
import { readUnitAdmins } from '../unit/unit.store.ts';
import { dayFault, logFact } from './ask.action.ts';
import { type FactRow, kindNames, valueName } from './fact.rules.ts';
import { closeFact, endFacts, readPersonFacts, findFact } from './fact.store.ts';

/** Effects of a verified fact in higher rooms, passed in by `app.ts`. */
export type FactEffects = (tx: Db, userId: string, now: Date) => Promise<void>;

export interface FactVerdict {
  fact_id: string;
  decision: 'approve' | 'refuse';
  reason: string;
}

const gone = () => new RefusalError(404, '没有找到该申请', 'not_found');
const outcomes = { approve: 'verified', refuse: 'rejected' } as const;

/** Administrators who may decide about this person: of their unit or one above, never themselves.
 * Without any, the centre decides. */
export async function readDeciders(
  db: Db,
  { user_id, unit_id }: { user_id: string; unit_id: string | null },
): Promise<string[]> {
  const admins = unit_id === null ? [] : await readUnitAdmins(db, unit_id);
  return admins.filter((admin) => admin !== user_id);
}

/** Decides a request. Idempotent. The caller has checked that the actor may decide it. */
export const decideFact = (
  db: Db,
  effects: FactEffects,
  verdict: FactVerdict,
  actor: Actor,
  now: Date,
): Promise<FactRow> =>
  db.transaction(async (tx) => {
    const row = await decideIn(tx, verdict, actor, now);
    if (verdict.decision === 'approve') await effects(tx, row.user_id, now);
    return row;
  });

/** The same within a transaction, without effects. */
export async function decideIn(
  tx: Db,
  { fact_id, decision, reason }: FactVerdict,
  actor: Actor,
  now: Date,
): Promise<FactRow> {
  if (decision === 'refuse' && [...reason].length < 5)
    throw new RefusalError(400, '请填写退回原因（至少5个字）', 'bad_request', { field: 'reason' });
  const fact_status = outcomes[decision];
  const found = await findFact(tx, fact_id);
  const user = found && (await lockUser(tx, found.user_id));
  const row = await findFact(tx, fact_id);
  if (!row || !user || row.kind === 'unit_id') throw gone();
  if (row.user_id === actor.actor_id)
    throw new RefusalError(400, '不能审核自己的申请', 'not_allowed');
  if (row.fact_status === fact_status) return row;
  if (row.fact_status !== 'waiting')
    throw new RefusalError(400, '该申请已处理或已撤回，请刷新列表', 'fact_decided');
  const { kind, value } = row;
  const effective_from = row.effective_from ?? formatDay(now);
  if (decision === 'approve') {
    const today = formatDay(now);
    const fault = dayFault(
      await readPersonFacts(tx, user.user_id),
      { kind, effective_from },
      today,
    );
    if (fault) throw new RefusalError(400, `${fault}，请退回后重新提交`, 'bad_request');
    await endFacts(tx, user, { kind, before: user[kind], day: effective_from, now });
    await setProfile(tx, user.user_id, { [kind]: value });
  }
  const closed = { fact_status, reply: reason, decided_by: actor.actor_id, decided_at: now };
  if (!(await closeFact(tx, fact_id, closed))) throw gone();
  await logFact(tx, fact_id, ['waiting', fact_status], { ...actor, reason }, now);
  const decided = { ...row, ...closed };
  await insertMessages(tx, [toDecisionMessage(decided, kind, now)]);
  return decided;
}

const toDecisionMessage = (row: FactRow, kind: FactKind, now: Date) => {
  const name = kindNames[kind];
  const value = valueName(kind, row.value);
  const isVerified = row.fact_status === 'verified';
  return {
    id: ulid(now.getTime()),
    site_id: row.site_id,
    user_id: row.user_id,
    kind: 'system' as const,
    title: isVerified ? `${name}已核实` : `${name}的申请未通过`,
    text: isVerified
      ? `您的${name}已核实为“${value}”，自${longDay(row.effective_from ?? formatDay(now))}起生效。`
      : `您申请将${name}核实为“${value}”，未通过审核：${row.reply}。请在账号设置的“职称与岗位”中补充证明后重新提交。`,
    link_type: 'setting' as const,
    created_at: now,
  };
};
