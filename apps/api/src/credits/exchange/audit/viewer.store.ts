import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { findUser } from '../../../person/identity/user.store.ts';
import { readUnitAdmins } from '../../../person/unit/unit.store.ts';
import { type Declaration, findDeclaration } from '../exchange.store.ts';
import { type AuditVerdict, auditVerdict } from './audit.rules.ts';

/** A member of staff on a site. */
export interface Auditor {
  site_id: string;
  user_id: string;
}

export class DeclarationNotFoundError extends NotPossibleError {
  constructor() {
    super('没有找到这项申报');
  }
}

/** A person's relation to a declaration. */
async function readAuditorStanding(db: Db, row: Declaration, { user_id }: Auditor) {
  const admins = row.unit_id === '' ? [] : await readUnitAdmins(db, row.unit_id);
  return {
    isUnitAdmin: admins.includes(user_id),
    isUnitEmpty: !admins.some((admin) => admin !== row.user_id),
    isCreditAuditor: await isCreditAuditor(db, row.site_id, user_id),
  };
}

export async function isCreditAuditor(db: Db, siteId: string, userId: string): Promise<boolean> {
  const person = await findUser(db, userId);
  const roles = person?.site_id === siteId ? person.roles : [];
  return roles.includes('credit_auditor') || roles.includes('super');
}

/** The step that this person may decide now, or why not. */
export async function readAuditVerdict(
  db: Db,
  row: Declaration,
  auditor: Auditor,
): Promise<AuditVerdict> {
  const auditorRole = await readAuditorStanding(db, row, auditor);
  return auditVerdict({ ...row, ...auditorRole, auditor_id: auditor.user_id });
}

/** A submitted declaration, visible to auditors of its unit and of the centre; not found for
 * others. */
export async function findForStaff(
  db: Db,
  auditor: Auditor,
  declareNo: string,
): Promise<Declaration> {
  const row = await findDeclaration(db, auditor.site_id, declareNo);
  if (!row?.submitted_at) throw new DeclarationNotFoundError();
  const { isUnitAdmin, isCreditAuditor: isCentre } = await readAuditorStanding(db, row, auditor);
  if (!isCentre && !isUnitAdmin) throw new DeclarationNotFoundError();
  return row;
}
