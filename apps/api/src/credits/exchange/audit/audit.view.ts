import type { DataOf, ParsedBodyOf } from '@cme/contract/base';
import type { declareAuditList, DeclareAuditDetail } from '@cme/contract/credits';
import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { findUser, readUsers } from '../../../person/identity/user.store.ts';
import { unitsAdministered } from '../../../person/unit/unit.store.ts';
import { kindNamed } from '../draft.action.ts';
import { declareStatusName } from '../exchange.rules.ts';
import { type Declaration, pageWaiting } from '../exchange.store.ts';
import type { DeclareStatus } from '../exchange.tables.ts';
import { readEarlier } from '../refusal.store.ts';
import { detailView, isTypedUnit, rowView } from '../calls/exchange.view.ts';
import { earlierView } from './earlier.view.ts';
import { type Auditor, isCreditAuditor, readAuditVerdict } from './viewer.store.ts';

const flag = (is: boolean) => (is ? 'Y' : 'N') as 'Y' | 'N';

/** Declarations that wait for this person; empty for people who audit nothing. */
export async function waitingFor(
  db: Db,
  auditor: Auditor,
  { step, page, page_size }: ParsedBodyOf<typeof declareAuditList>,
): Promise<DataOf<typeof declareAuditList>> {
  const { site_id, user_id } = auditor;
  const units = step === 'unit' ? await unitsAdministered(db, site_id, user_id) : [];
  const canRequestChanges = step === 'unit' || (await isCreditAuditor(db, site_id, user_id));
  const found = canRequestChanges
    ? await pageWaiting(db, auditor, { step, page, page_size }, units)
    : { list: [], total: 0 };
  recordShownPeople(found.list.map((row) => row.user_id));
  const list = [];
  for (const row of found.list) {
    const person = await findUser(db, row.user_id);
    list.push({
      ...rowView(row, undefined),
      real_name: person?.real_name ?? '',
      unit_name: row.unit_name,
      unit_typed: flag(isTypedUnit(row)),
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
  now: Date,
): Promise<DeclareAuditDetail> {
  recordShownPeople([row.user_id]);
  const detail = await detailView(db, row);
  const { step, blocked } = await readAuditVerdict(db, row, auditor);
  const person = await findUser(db, row.user_id);
  const log = await readStates(db, 'declare', row.declare_no);
  const { number_of } = await kindNamed(db, row.site_id, row.year, row.kind_code);
  const earlier = await readEarlier(db, row, number_of, now);
  const actors = await readUsers(db, [
    ...log.map(({ actor_id }) => actor_id),
    ...earlier.refusals.map(({ refused_by }) => refused_by),
  ]);
  const getActorName = (id: string) => actors.get(id)?.real_name ?? '';
  return {
    ...detail,
    audit_step: row.audit_step,
    unit_typed: flag(isTypedUnit(row)),
    earlier: earlierView(row, earlier, getActorName),
    can_audit: flag(step !== undefined),
    blocked,
    department: person?.department ?? '',
    title_name: person?.title_name ?? '',
    opened_at: row.opened_at ? formatTime(row.opened_at) : '',
    trail: log.map(({ to, actor_id, actor_type, at, reason }) => ({
      name: declareStatusName(to as DeclareStatus, row.first_step),
      who: getActorName(actor_id) || (actor_type === 'system' ? '系统' : ''),
      actor_id,
      at: formatTime(at),
      reason,
    })),
  };
}
