import {
  declareAudit,
  declareAuditDownload,
  declareAuditList,
  declareAuditOpen,
  declareReverse,
} from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import { type LedgerEffects, reverseDeclaration } from '../credit.job.ts';
import { addView } from '../exchange.store.ts';
import { proofDownload } from '../calls/proof.view.ts';
import { auditDeclaration, openForAudit } from './audit.action.ts';
import { auditDetailView, waitingFor } from './audit.view.ts';
import type { Db } from '../../../platform/database/database.ts';
import { isUnitAdmin } from '../../../person/unit/unit.store.ts';
import {
  type Auditor,
  DeclarationNotFoundError,
  findForStaff,
  isCreditAuditor,
} from './viewer.store.ts';

/** Staff errors become refusals here, and a printed line in the command. */
async function withRefusals<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeclarationNotFoundError)
      throw new RefusalError(404, error.message, 'not_found');
    if (error instanceof NotPossibleError)
      throw new RefusalError(400, error.message, 'not_allowed');
    throw error;
  }
}

/** Auditors of the centre, and administrators of a unit. */
async function requireAuditor(db: Db, { site_id, user_id }: Auditor): Promise<void> {
  if (await isCreditAuditor(db, site_id, user_id)) return;
  if (!(await isUnitAdmin(db, user_id)))
    throw new RefusalError(403, '没有审核申报的权限', 'not_allowed');
}

export function registerDeclareAudit(
  app: FastifyInstance,
  context: AppContext,
  ledger: LedgerEffects,
): void {
  answer(app, context, declareAuditList, async ({ body, site, person, db }) => {
    const auditor = { user_id: person.user_id, site_id: site.site_id };
    await requireAuditor(db, auditor);
    return waitingFor(db, auditor, body);
  });
  answer(app, context, declareAuditOpen, async ({ body, site, person, db }) => {
    const auditor = { user_id: person.user_id, site_id: site.site_id };
    await requireAuditor(db, auditor);
    const row = await withRefusals(openForAudit(db, auditor, body.declare_no, context.now()));
    return auditDetailView(db, row, auditor, context.now());
  });
  answer(app, context, declareAudit, async ({ body, site, person, db }) => {
    const auditor = { user_id: person.user_id, site_id: site.site_id };
    const { declare_no, ...decision } = body;
    await requireAuditor(db, auditor);
    const row = await withRefusals(
      auditDeclaration({ ...context, db }, auditor, declare_no, decision),
    );
    return auditDetailView(db, row, auditor, context.now());
  });
  answer(app, context, declareReverse, async ({ body, site, person, db }) => {
    const auditor = { user_id: person.user_id, site_id: site.site_id };
    const { declare_no, ...reasons } = body;
    await requireAuditor(db, auditor);
    await withRefusals(findForStaff(db, auditor, declare_no));
    if (!(await isCreditAuditor(db, site.site_id, person.user_id)))
      throw new RefusalError(403, '没有这项权限（credit_auditor）', 'not_allowed');
    const actor = { ...auditor, actor_type: 'staff' as const, actor_id: person.user_id };
    const row = await withRefusals(
      reverseDeclaration({ db, now: context.now }, ledger, actor, declare_no, reasons),
    );
    return auditDetailView(db, row, auditor, context.now());
  });
  answer(app, context, declareAuditDownload, async ({ body, site, person, db }) => {
    const auditor = { user_id: person.user_id, site_id: site.site_id };
    const { declare_no, file_id } = body;
    await requireAuditor(db, auditor);
    const { user_id } = await withRefusals(findForStaff(db, auditor, declare_no));
    recordShownPeople([user_id]);
    await addView(db, declare_no, person.user_id, context.now());
    return proofDownload(context, db, site, declare_no, file_id);
  });
}
