import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { accountsOfPerson } from '../../person/identity/former-account.store.ts';
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
import { readFirstAudit } from './first-audit.store.ts';
import { canWithdraw, claimKey, draftFaults } from './exchange.rules.ts';
import {
  claim,
  type Declaration,
  toDraft,
  isClaimed,
  type Kind,
  lockDeclaration,
  moveDeclaration,
  releaseClaim,
} from './exchange.store.ts';

function refuseFaults(row: Declaration, kind: Kind, at: Date): void {
  if (kind.on === 'N')
    throw new RefusalError(400, '这类活动已停止申报', 'bad_request', { field: 'kind_code' });
  const [fault] = draftFaults(toDraft(row), kind, formatDay(at));
  if (fault) throw new RefusalError(400, fault.message, 'bad_request', { field: fault.field });
}

/** Claims the activity for the person; false if a declaration has it, also one of an account that
 * they have closed. */
async function claimActivity(tx: Db, row: Declaration, kind: Kind): Promise<boolean> {
  const { site_id, user_id, declare_no } = row;
  const toClaimKey = (account: string) =>
    claimKey({ ...toDraft(row), user_id: account }, kind.number_of);
  const former = (await accountsOfPerson(tx, user_id)).filter((account) => account !== user_id);
  if (await isClaimed(tx, site_id, former.map(toClaimKey))) return false;
  return claim(tx, { site_id, claim_key: toClaimKey(user_id), declare_no });
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
      throw new RefusalError(409, '这项申报已在其他页面修改，请载入最新内容', 'declare_stale');
    const open = await openYears(tx, declarer.site_id, formatDay(at));
    if (!open.some((item) => item.year === year)) throw tooLate(year);
    const kind = await kindNamed(tx, declarer.site_id, row.year, row.kind_code);
    refuseFaults(row, kind, at);
    const { hours, credits, formula } = calculate(kind, row);
    if (hours === 0 && credits === 0)
      throw new RefusalError(400, '按所填内容不能折算学时学分，请核对', 'bad_request', {
        field: 'quantity',
      });
    if (!(await claimActivity(tx, row, kind)))
      throw new RefusalError(400, '该活动已申报，请勿重复提交', 'declare_exists', {
        field: row.activity_no ? 'activity_no' : 'activity_name',
      });
    const { name, unit, activity_kind, subject_kind } = kind;
    return moveDeclaration(
      tx,
      row,
      'submitted',
      { ...learner(declarer), at },
      {
        ...(await readFirstAudit(tx, declarer, row, kind.number_of, at)),
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
      throw new RefusalError(400, '审核人员已打开这项申报，不能撤回', 'declare_state');
    await releaseClaim(tx, declareNo);
    return moveDeclaration(tx, row, 'withdrawn', { ...learner(declarer), at }, { audit_step: '' });
  });
}
