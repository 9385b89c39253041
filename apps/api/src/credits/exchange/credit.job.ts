import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { type Actor, system } from '../../platform/state-log/state-log.store.ts';
import { addRecord, findRecordBySource, lockLedger, reverse } from '../credits/credits.store.ts';
import {
  approvedBefore,
  type Declaration,
  findDeclaration,
  lockDeclaration,
  moveDeclaration,
  releaseClaim,
} from './exchange.store.ts';
import { creditQueue } from './exchange.queues.ts';
import { notifyDeclarer } from './notify.store.ts';

interface Year {
  site_id: string;
  user_id: string;
  year: number;
  subject_kind: string;
}

/** Effects of a ledger change on certificates: annual ones are issued or revoked. Passed in by the
 * room's `register.ts` and called in the same transaction. */
export interface LedgerEffects {
  credited(tx: Db, year: Year, now: Date): Promise<void>;
  reversed(tx: Db, year: Year, now: Date): Promise<void>;
}

type CreditContext = Pick<AppContext, 'db' | 'now'>;

/** Writes the ledger row of an approved declaration. Idempotent: the declaration is locked, and the
 * row has a unique key. */
export async function creditDeclaration(
  { db, now }: CreditContext,
  effects: LedgerEffects,
  declareNo: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockDeclaration(tx, declareNo);
    if (row?.declare_status !== 'approved' || !row.taken) return;
    await lockLedger(tx, row.user_id);
    const at = now();
    const { activity_kind, subject_kind, level_name } = row.taken;
    const { site_id, user_id, year } = row;
    await addRecord(tx, {
      site_id,
      user_id,
      year,
      subject_kind,
      kind: activity_kind,
      hours: row.hours_approved ?? 0,
      credits: row.credits_approved ?? 0,
      project_level: level_name,
      source_type: 'exchange',
      source_id: declareNo,
      title: row.activity_name,
      project_no: row.activity_no,
      issuer: row.issuer,
      status: 'granted',
      created_at: at,
      granted_at: at,
    });
    await moveDeclaration(tx, row, 'credited', { ...system, at });
    await effects.credited(tx, { site_id, user_id, year, subject_kind }, at);
    await notifyDeclarer(
      tx,
      row,
      '学分已入账',
      `您申报的“${row.activity_name}”已入账：${row.hours_approved}学时、${row.credits_approved}学分，计入${year}年度。`,
      at,
    );
  });
}

/** Reverses a credited declaration by order of the centre: adds a ledger row of the opposite sign,
 * and revokes annual certificates that are no longer covered. */
export async function reverseDeclaration(
  { db, now }: CreditContext,
  effects: LedgerEffects,
  by: Actor & { site_id: string },
  declareNo: string,
  { reason, ref_no }: { reason: string; ref_no: string },
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    const declaration = await findDeclaration(tx, by.site_id, declareNo);
    const row = declaration && (await lockDeclaration(tx, declareNo));
    if (!row) throw new NotPossibleError('没有找到这项申报');
    if (row.declare_status === 'reversed') return row;
    if (row.declare_status !== 'credited' || !row.taken)
      throw new NotPossibleError('只能冲销已入账的申报');
    if (row.user_id === by.actor_id) throw new NotPossibleError('不能办理本人的申报');
    const at = now();
    const reasonText = `${reason}（${ref_no}）`;
    await lockLedger(tx, row.user_id);
    const record = await findRecordBySource(tx, row.user_id, 'exchange', declareNo);
    if (!record) throw new Error(`declaration ${declareNo} is credited without a ledger row`);
    const actor = { actor_type: by.actor_type, actor_id: by.actor_id };
    await reverse(tx, record, reasonText, at, actor);
    await releaseClaim(tx, declareNo);
    const after = await moveDeclaration(
      tx,
      row,
      'reversed',
      { ...actor, reason: reasonText, at },
      { reason: reasonText },
    );
    const { site_id, user_id, year } = row;
    const { subject_kind } = row.taken;
    await effects.reversed(tx, { site_id, user_id, year, subject_kind }, at);
    await notifyDeclarer(
      tx,
      row,
      '学分已冲销',
      `您申报的“${row.activity_name}”已冲销${record.hours}学时、${record.credits}学分：${reasonText}`,
      at,
    );
    return after;
  });
}

const graceMs = 30_000;
const everyMs = 15_000;
const batchSize = 100;

/** Credits approved declarations whose job was lost or whose process died. Safe in any number of
 * processes at once. */
export async function sweepApproved(
  context: CreditContext & Pick<AppContext, 'stopping' | 'log'>,
  effects: LedgerEffects,
): Promise<void> {
  const before = new Date(context.now().getTime() - graceMs);
  for (const { declare_no } of await approvedBefore(context.db, before, batchSize)) {
    if (context.stopping.aborted) return;
    await creditDeclaration(context, effects, declare_no).catch((error: unknown) =>
      context.log.error({ err: error, declare_no }, 'crediting a declaration failed'),
    );
  }
}

/** Starts the queue's worker and the sweep; returns a function that stops the sweep. */
export function watchApproved(context: AppContext, effects: LedgerEffects): () => void {
  context.jobs.define<{ declare_no: string }>(creditQueue, ({ declare_no }) =>
    creditDeclaration(context, effects, declare_no),
  );
  let busy = false;
  const sweep = setInterval(() => {
    if (busy) return;
    busy = true;
    void sweepApproved(context, effects)
      .catch((error: unknown) => context.log.error({ err: error }, 'sweep of declarations failed'))
      .finally(() => (busy = false));
  }, everyMs);
  return () => clearInterval(sweep);
}
