import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Actor } from '../../platform/state-log/state-log.store.ts';
import { readContent } from '../../content/catalogue/catalogue.store.ts';
import {
  fieldNames,
  judgeScope,
  formatScopeFields,
  type ScopeField,
  type Verdict,
  wayToVerify,
} from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import { decideIn } from '../../person/fact/decide.action.ts';
import type { FactRow } from '../../person/fact/fact.rules.ts';
import { readPersonFacts } from '../../person/fact/fact.store.ts';
import { type ClassMember, readMember } from './training-class.store.ts';

/** The pending request to verify this value. */
export const findProof = (
  facts: readonly FactRow[],
  field: ScopeField,
  value: string,
): FactRow | undefined =>
  facts.find((row) => row.kind === field && row.fact_status === 'waiting' && row.value === value);

/** Whether a person belongs to a class by their facts of today. */
export async function verdictOn(db: Db, classId: string, userId: string): Promise<Verdict> {
  const content = await readContent(db, classId);
  const person = await findScoped(db, userId);
  return content && person ? judgeScope(content.apply_scope, person) : { state: 'out' };
}

/** What a member can do who lacks what their class requires. */
export function scopeFault(verdict: Verdict): string {
  if (verdict.state === 'in') return '';
  const then = '核实后即可继续；有疑问请联系班级联系人';
  if (verdict.state === 'out')
    return `您现在的专业级别、专业系列、地区或单位不在本班的学员范围内。如与实际不符，${wayToVerify(['level'])}，${then}`;
  if (verdict.state === 'missing')
    return `本班限定学员范围，您还没有填写“${fieldNames[verdict.field]}”。请先完善资料，再提交证明`;
  return `本班限定学员范围，您填报的${formatScopeFields(verdict.fields)}尚未核实。${wayToVerify(verdict.fields)}，${then}`;
}

/** Refuses people who no longer have, or never had, what the class requires. */
export async function requireInScope(db: Db, classId: string, userId: string): Promise<void> {
  const verdict = await verdictOn(db, classId, userId);
  if (verdict.state === 'in') return;
  const code = verdict.state === 'unverified' ? 'fact_unverified' : 'not_in_scope';
  throw new RefusalError(400, scopeFault(verdict), code);
}

/** The same before studying a course that a class opened. */
export async function requireClassScope(
  db: Db,
  { source, source_id }: { source: string; source_id: string },
): Promise<void> {
  const member = source === 'class' ? await readMember(db, source_id) : undefined;
  if (member) await requireInScope(db, member.class_id, member.user_id);
}

/** An admission decides about the proofs that came with the application. Whoever lacks them is not
 * admitted. */
export async function proveMember(
  tx: Db,
  { class_id, user_id }: Pick<ClassMember, 'class_id' | 'user_id'>,
  actor: Actor,
  now: Date,
): Promise<void> {
  const verdict = await verdictOn(tx, class_id, user_id);
  const person = verdict.state === 'unverified' ? await findScoped(tx, user_id) : undefined;
  if (verdict.state === 'unverified' && person) {
    const facts = await readPersonFacts(tx, user_id);
    for (const field of verdict.fields) {
      const proof = findProof(facts, field, field === 'unit_id' ? '' : person[field]);
      if (!proof) continue;
      const { fact_id } = proof;
      await decideIn(tx, { fact_id, decision: 'approve', reason: '' }, actor, now);
    }
  }
  const after = await verdictOn(tx, class_id, user_id);
  if (after.state === 'in') return;
  const fields = after.state === 'unverified' ? formatScopeFields(after.fields) : '职称与岗位';
  throw new RefusalError(
    400,
    after.state === 'unverified'
      ? `该学员的${fields}尚未核实，也没有待审核的证明，不能录取`
      : '该学员不在本班的学员范围内，不能录取',
    'fact_unverified',
  );
}
