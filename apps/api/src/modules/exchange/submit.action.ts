import type { Db } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { formatDay } from '../../http/format-time.ts';
import { findUser } from '../identity/user.store.ts';
import { adminsOf, findUnit } from '../unit/unit.store.ts';
import { calculate } from './amount.rules.ts';
import {
  type Declarer,
  kindNamed,
  learner,
  notFound,
  notNow,
  openYears,
  findOwnDeclaration,
  tooLate,
} from './draft.action.ts';
import { canWithdraw, claimKey, draftFaults } from './exchange.rules.ts';
import {
  claim,
  type Declaration,
  draftOf,
  type Kind,
  lockDeclaration,
  moveDeclaration,
  releaseClaim,
} from './exchange.store.ts';

/** The unit that audits a person's declarations first: their own, if another person administers it
 * or an ancestor. Otherwise the centre comes first. */
export async function unitOf(db: Db, { site_id, user_id }: Declarer) {
  const person = await findUser(db, user_id);
  const isInUnit = person?.unit_status === 'joined' || person?.unit_status === 'leaving';
  const unit =
    person?.unit_id && isInUnit ? await findUnit(db, site_id, person.unit_id) : undefined;
  const admins = unit ? await adminsOf(db, unit.unit_id) : [];
  return {
    unit_id: unit?.unit_id ?? '',
    unit_name: unit?.name ?? person?.unit_name ?? '',
    audit_step: admins.some((admin) => admin !== user_id) ? ('unit' as const) : ('centre' as const),
  };
}

function refuseFaults(row: Declaration, kind: Kind, at: Date): void {
  if (kind.on === 'N')
    throw new Refusal(400, '这类活动已停止申报', 'bad_request', { field: 'kind_code' });
  const [fault] = draftFaults(draftOf(row), kind, formatDay(at));
  if (fault) throw new Refusal(400, fault.message, 'bad_request', { field: fault.field });
}

/** Submits a draft: validates it and claims its uniqueness key. Idempotent. */
export async function submitDeclaration(
  db: Db,
  declarer: Declarer,
  declareNo: string,
  revision: number | undefined,
  at: Date,
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    const { year } = await findOwnDeclaration(tx, declarer, declareNo);
    const row = await lockDeclaration(tx, declareNo);
    if (!row) throw notFound();
    if (row.declare_status === 'submitted' || row.declare_status === 'unit_passed') return row;
    if (row.declare_status !== 'draft') throw notNow('不是草稿');
    if (revision !== undefined && revision !== row.revision)
      throw new Refusal(409, '这项申报已在其他页面修改，请载入最新内容', 'declare_stale');
    const open = await openYears(tx, declarer.site_id, formatDay(at));
    if (!open.some((item) => item.year === year)) throw tooLate(year);
    const kind = await kindNamed(tx, declarer.site_id, row.year, row.kind_code);
    refuseFaults(row, kind, at);
    const { hours, credits, formula } = calculate(kind, row);
    if (hours === 0 && credits === 0)
      throw new Refusal(400, '按所填内容不能折算学时学分，请核对', 'bad_request', {
        field: 'quantity',
      });
    const claim_key = claimKey({ ...draftOf(row), user_id: declarer.user_id }, kind.number_of);
    if (!(await claim(tx, { site_id: declarer.site_id, claim_key, declare_no: declareNo })))
      throw new Refusal(400, '该活动已申报，请勿重复提交', 'declare_exists', {
        field: row.activity_no ? 'activity_no' : 'activity_name',
      });
    const { name, unit, activity_kind, subject_kind } = kind;
    return moveDeclaration(
      tx,
      row,
      'submitted',
      { ...learner(declarer), at },
      {
        ...(await unitOf(tx, declarer)),
        taken: {
          name,
          unit,
          activity_kind,
          subject_kind,
          level_name: kind.levels.find(({ code }) => code === row.level)?.name ?? '',
          formula,
        },
        hours_claimed: hours,
        credits_claimed: credits,
        hours_approved: null,
        credits_approved: null,
        opened_at: null,
        opened_by: '',
        unit_by: '',
        centre_by: '',
        reason: '',
        submitted_at: at,
        decided_at: null,
      },
    );
  });
}

/** Withdraws an unopened declaration, or deletes a draft. Idempotent. */
export async function withdrawDeclaration(
  db: Db,
  declarer: Declarer,
  declareNo: string,
  at: Date,
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    await findOwnDeclaration(tx, declarer, declareNo);
    const row = await lockDeclaration(tx, declareNo);
    if (!row) throw notFound();
    if (row.declare_status === 'withdrawn') return row;
    if (!canWithdraw(row))
      throw new Refusal(400, '审核人员已打开这项申报，不能撤回', 'declare_state');
    await releaseClaim(tx, declareNo);
    return moveDeclaration(tx, row, 'withdrawn', { ...learner(declarer), at }, { audit_step: '' });
  });
}
