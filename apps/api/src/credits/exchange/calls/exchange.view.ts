import type { DeclareDetail, DeclareRow, ExchangeKind } from '@cme/contract/credits';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { ruleFor } from '../../credits/credit-rule.store.ts';
import { kindNames } from '../../credits/credits.rules.ts';
import type { YearRule } from '../../credits/year.rules.ts';
import { readOwnerFiles } from '../../../person/file/attach.action.ts';
import { findUser } from '../../../person/identity/user.store.ts';
import { calculate } from '../amount.rules.ts';
import { kindNamed } from '../draft.action.ts';
import { canWithdraw, declareStatusName, editable } from '../exchange.rules.ts';
import { type Declaration, toDraft, type Kind } from '../exchange.store.ts';
import type { DeclareStatus } from '../exchange.tables.ts';
import { toDeclareSteps } from '../steps.rules.ts';

const flag = (is: boolean) => (is ? 'Y' : 'N') as 'Y' | 'N';

export function kindView(kind: Kind, rule: Pick<YearRule, 'kind_caps'> | undefined): ExchangeKind {
  const { kind_code, name, about, activity_kind, subject_kind, unit } = kind;
  const { hours_per_unit, credits_per_unit, max_value, levels, fields, need_files } = kind;
  const year_cap = rule?.kind_caps.find((cap) => cap.kind === activity_kind)?.max_credits;
  return {
    kind_code,
    name,
    about,
    activity_kind,
    activity_kind_name: kindNames[activity_kind] ?? '其他',
    subject_kind,
    unit,
    hours_per_unit,
    credits_per_unit,
    max_value,
    ...(year_cap === undefined ? {} : { year_cap }),
    levels,
    fields,
    need_files,
  };
}

/** Hours and credits as granted, else as claimed, else as calculated from the draft. */
function getDeclaredAmount(row: Declaration, kind: Kind | undefined) {
  if (row.hours_approved !== null && row.credits_approved !== null)
    return { hours: row.hours_approved, credits: row.credits_approved };
  if (row.taken) return { hours: row.hours_claimed, credits: row.credits_claimed };
  const { hours, credits } = kind ? calculate(kind, row) : { hours: 0, credits: 0 };
  return { hours, credits };
}

export function rowView(row: Declaration, kind: Kind | undefined): DeclareRow {
  return {
    declare_no: row.declare_no,
    year: row.year,
    kind_code: row.kind_code,
    kind_name: row.taken?.name ?? kind?.name ?? '',
    activity_name: row.activity_name,
    ...getDeclaredAmount(row, kind),
    declare_status: row.declare_status,
    declare_status_name: declareStatusName(row.declare_status, row.first_step),
    reason: row.reason,
    updated_at: formatTime(row.updated_at),
    submitted_at: row.submitted_at ? formatTime(row.submitted_at) : '',
    can_edit: flag(editable.includes(row.declare_status)),
    can_withdraw: flag(canWithdraw(row)),
  };
}

/** A declaration for its learner: units and centre appear without names. */
export async function detailView(db: Db, row: Declaration): Promise<DeclareDetail> {
  const kind = await kindNamed(db, row.site_id, row.year, row.kind_code);
  const person = await findUser(db, row.user_id);
  const log = await readStates(db, 'declare', row.declare_no);
  const proofs = (await readOwnerFiles(db, 'declare', [row.declare_no])).get(row.declare_no) ?? [];
  const rule = await ruleFor(db, row.site_id, row.user_id, row.year);
  const live = calculate(kind, row);
  return {
    ...rowView(row, kind),
    draft: toDraft(row),
    revision: row.revision,
    kind: kindView(kind, rule),
    level_name:
      row.taken?.level_name ?? kind.levels.find(({ code }) => code === row.level)?.name ?? '',
    real_name: person?.real_name ?? '',
    unit_name: row.unit_name || (person?.unit_name ?? ''),
    claimed: row.taken
      ? { hours: row.hours_claimed, credits: row.credits_claimed }
      : { hours: live.hours, credits: live.credits },
    ...(row.hours_approved === null || row.credits_approved === null
      ? {}
      : { approved: { hours: row.hours_approved, credits: row.credits_approved } }),
    formula: row.taken?.formula ?? live.formula,
    files: row.files.flatMap(({ need, file_id }) => {
      const file = proofs.find((proof) => proof.file_id === file_id);
      const need_name = kind.need_files.find(({ key }) => key === need)?.name ?? '';
      return file ? [{ need, need_name, ...file }] : [];
    }),
    steps: toDeclareSteps(row, log, formatKeptNote(row, person?.unit_id)),
    history: log.map((entry) => ({
      status: entry.to,
      name: declareStatusName(entry.to as DeclareStatus, row.first_step),
      who: getActorLabel(entry, row.first_step),
      at: formatTime(entry.at),
      reason: entry.reason,
    })),
  };
}

/** A unit that had the activity before audits it, though the person does not belong to it now. */
const formatKeptNote = (row: Declaration, unitId: string | null | undefined): string =>
  row.audit_step === 'unit' && row.unit_id !== unitId
    ? `这项活动曾向“${row.unit_name}”申报，仍由该单位审核`
    : '';

/** A workplace typed by hand has no unit. */
export const isTypedUnit = ({ unit_id, unit_name }: Declaration): boolean =>
  unit_id === '' && unit_name !== '';

/** The acting party without names: learners need not know the auditors. */
function getActorLabel(
  { actor_type, from, to }: { actor_type: string; from: string; to: string },
  firstStep: string,
): string {
  if (actor_type === 'learner') return '本人';
  if (actor_type === 'system') return '系统';
  if (from !== 'submitted' || firstStep === 'centre') return '中心';
  return to === 'unit_passed' ? '单位' : '审核人员';
}
