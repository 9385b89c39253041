import type { DataOf, declareAuditList, DeclareAuditDetail, ParsedBodyOf } from '@cme/contract';
import { recordShownPeople } from '../../../http/staff-log.ts';
import type { Db } from '../../../database/database.ts';
import { formatTime } from '../../../http/format-time.ts';
import { readStates } from '../../../state-log/state-log.store.ts';
import { findUser } from '../../identity/user.store.ts';
import { unitsAdministered } from '../../unit/unit.store.ts';
import { declareStatusNames } from '../exchange.rules.ts';
import { type Declaration, pageWaiting } from '../exchange.store.ts';
import type { DeclareStatus } from '../exchange.tables.ts';
import { detailView, rowView } from '../exchange.view.ts';
import { type Auditor, isCreditAuditor, verdictOf } from './viewer.store.ts';

const flag = (is: boolean) => (is ? 'Y' : 'N') as 'Y' | 'N';

/** Declarations that wait for this person; empty for people who audit nothing. */
export async function waitingFor(
  db: Db,
  { site_id, user_id }: Auditor,
  { step, page, page_size }: ParsedBodyOf<typeof declareAuditList>,
): Promise<DataOf<typeof declareAuditList>> {
  const units = step === 'unit' ? await unitsAdministered(db, site_id, user_id) : [];
  const mayAsk = step === 'unit' || (await isCreditAuditor(db, site_id, user_id));
  const found = mayAsk
    ? await pageWaiting(db, site_id, step, units, page, page_size)
    : { list: [], total: 0 };
  recordShownPeople(found.list.map((row) => row.user_id));
  const list = [];
  for (const row of found.list) {
    const person = await findUser(db, row.user_id);
    list.push({
      ...rowView(row, undefined),
      real_name: person?.real_name ?? '',
      unit_name: row.unit_name,
      audit_step: row.audit_step,
      is_opened: flag(row.opened_at !== null),
    });
  }
  return { list, total: found.total, page, page_size };
}

/** A declaration for its auditors, with the history of decisions. */
export async function auditDetailView(
  db: Db,
  row: Declaration,
  auditor: Auditor,
): Promise<DeclareAuditDetail> {
  recordShownPeople([row.user_id]);
  const detail = await detailView(db, row);
  const { step, blocked } = await verdictOf(db, row, auditor);
  const person = await findUser(db, row.user_id);
  const log = await readStates(db, 'declare', row.declare_no);
  const names = new Map<string, string>();
  for (const actor of new Set(log.map(({ actor_id }) => actor_id)))
    names.set(actor, (await findUser(db, actor))?.real_name ?? '');
  return {
    ...detail,
    audit_step: row.audit_step,
    can_audit: flag(step !== undefined),
    blocked,
    department: person?.department ?? '',
    title_name: person?.title_name ?? '',
    opened_at: row.opened_at ? formatTime(row.opened_at) : '',
    trail: log.map(({ to, actor_id, actor_type, at, reason }) => ({
      name: declareStatusNames[to as DeclareStatus],
      who: names.get(actor_id) || (actor_type === 'system' ? '系统' : ''),
      actor_id,
      at: formatTime(at),
      reason,
    })),
  };
}
