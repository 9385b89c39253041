import { and, asc, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { approval, type ApprovalKind, type ApprovalStatus } from './approval.tables.ts';

export type Approval = InferSelectModel<typeof approval>;

/** Proposals that are not confirmed in this time expire. */
const approvalLifeMs = 3 * 86_400_000;

/** The two people of a decision. Callers that execute it check `requireTwo` first. */
export interface TwoPeople {
  proposed_by: string;
  confirmed_by: string;
}

export function requireTwo({ proposed_by, confirmed_by }: TwoPeople, action: string): void {
  if (proposed_by === '' || confirmed_by === '' || proposed_by === confirmed_by)
    throw new NotPossibleError(`${action}须由两人办理：一人提议，另一人确认`);
}

async function move(
  tx: Db,
  before: Approval,
  { to, set = {} }: { to: ApprovalStatus; set?: Partial<Approval> },
  { actorId, at }: { actorId: string; at: Date },
): Promise<Approval> {
  const [after] = await tx
    .update(approval)
    .set({ ...set, approval_status: to })
    .where(eq(approval.approval_id, before.approval_id))
    .returning();
  if (!after) throw new Error('a locked approval was not found');
  await logState(tx, {
    entity: 'approval',
    entity_id: before.approval_id,
    from: before.approval_status,
    to,
    actor_type: 'staff',
    actor_id: actorId,
    reason: describeApproval(before),
    at,
  });
  return after;
}

const describeApproval = ({
  kind,
  subject_id,
  facts,
}: Pick<Approval, 'kind' | 'subject_id' | 'facts'>) => `${kind} ${subject_id}：${facts}`;

async function lock(tx: Db, approvalId: string): Promise<Approval> {
  const [row] = await tx
    .select()
    .from(approval)
    .where(eq(approval.approval_id, approvalId))
    .for('update');
  if (!row) throw new NotPossibleError('没有这项提议');
  return row;
}

export interface Proposal {
  kind: ApprovalKind;
  subject_id: string;
  request: string[];
  facts: string;
}

/** Creates a proposal. There is one open proposal per subject; an expired one is replaced. */
export function propose(db: Db, proposal: Proposal, actorId: string, at: Date): Promise<Approval> {
  return db.transaction(async (tx) => {
    const ofThing = and(
      eq(approval.kind, proposal.kind),
      eq(approval.subject_id, proposal.subject_id),
      eq(approval.approval_status, 'proposed'),
    );
    const [open] = await tx.select().from(approval).where(ofThing).for('update');
    if (open && open.expire_at > at)
      throw new NotPossibleError(`已有提议 ${open.approval_id}，请由另一人确认，或先撤回`);
    if (open) await move(tx, open, { to: 'lapsed' }, { actorId, at });
    const [created] = await tx
      .insert(approval)
      .values({
        ...proposal,
        approval_id: ulid(at.getTime()),
        approval_status: 'proposed',
        proposed_by: actorId,
        created_at: at,
        expire_at: new Date(at.getTime() + approvalLifeMs),
      })
      .onConflictDoNothing()
      .returning();
    if (!created) throw new NotPossibleError('刚刚已有人提议，请查看 approval list');
    await logState(tx, {
      entity: 'approval',
      entity_id: created.approval_id,
      from: '',
      to: 'proposed',
      actor_type: 'staff',
      actor_id: actorId,
      reason: describeApproval(created),
      at,
    });
    return created;
  });
}

/** Confirms a proposal by a second person if its facts are unchanged; an expired or changed one
 * must be proposed again. A confirmed one that was not executed, because a process died, is
 * returned again. */
export async function confirm(
  db: Db,
  approvalId: string,
  actorId: string,
  factsNow: (item: Approval) => Promise<string>,
  at: Date,
): Promise<Approval> {
  const [existing] = await db.select().from(approval).where(eq(approval.approval_id, approvalId));
  const now = existing?.approval_status === 'proposed' ? await factsNow(existing) : '';
  const result = await db.transaction(async (tx) => {
    const row = await lock(tx, approvalId);
    if (row.approval_status === 'confirmed') return row;
    if (row.approval_status !== 'proposed') throw new NotPossibleError('这项提议已处理');
    if (row.proposed_by === actorId)
      throw new NotPossibleError('提议须由另一人确认，不能确认自己的提议');
    if (row.expire_at <= at || now !== row.facts)
      return move(tx, row, { to: 'lapsed' }, { actorId, at });
    return move(
      tx,
      row,
      { to: 'confirmed', set: { confirmed_by: actorId, confirmed_at: at } },
      { actorId, at },
    );
  });
  if (result.approval_status === 'confirmed') return result;
  throw new NotPossibleError(
    result.expire_at <= at
      ? '提议已过期，请重新提议'
      : `情况已变化，请重新提议。提议时：${result.facts}；现在：${now}`,
  );
}

/** Marks a confirmed proposal as executed. */
export const finish = (db: Db, approvalId: string, actorId: string, at: Date): Promise<Approval> =>
  db.transaction(async (tx) =>
    move(tx, await lock(tx, approvalId), { to: 'done' }, { actorId, at }),
  );

/** Either of the two may withdraw a proposal. */
export const withdraw = (
  db: Db,
  approvalId: string,
  actorId: string,
  at: Date,
): Promise<Approval> =>
  db.transaction(async (tx) => {
    const row = await lock(tx, approvalId);
    if (row.approval_status !== 'proposed') throw new NotPossibleError('这项提议已处理');
    return move(tx, row, { to: 'withdrawn' }, { actorId, at });
  });

/** Pending proposals, and confirmed ones that were not executed; oldest first. */
export const readOpen = (db: Db): Promise<Approval[]> =>
  db
    .select()
    .from(approval)
    .where(inArray(approval.approval_status, ['proposed', 'confirmed']))
    .orderBy(asc(approval.created_at));
