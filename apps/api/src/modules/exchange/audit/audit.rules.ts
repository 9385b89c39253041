import type { AuditStep } from '@cme/contract';
import type { DeclareStatus } from '../exchange.tables.ts';

/** What decides whether somebody may audit: the declaration, and what the person is to it. */
export interface AuditCase {
  declare_status: DeclareStatus;
  audit_step: AuditStep | '';
  user_id: string;
  /** Who passed it for the unit; empty while nobody did. */
  unit_by: string;
  auditor_id: string;
  /** Administers the declarer's unit, or one above it. */
  isUnitAdmin: boolean;
  isCreditAuditor: boolean;
  /** The unit has nobody left who could audit it. */
  isUnitEmpty: boolean;
}

export type AuditVerdict = { step: AuditStep; blocked: '' } | { step: undefined; blocked: string };

const refused = (blocked: string): AuditVerdict => ({ step: undefined, blocked });

/** The step at which somebody may decide now, or why they may not. Unit and centre are two people,
 * and neither is the declarer. */
export function auditVerdict(of: AuditCase): AuditVerdict {
  if (of.declare_status !== 'submitted' && of.declare_status !== 'unit_passed')
    return refused('这项申报不在审核中');
  if (of.user_id === of.auditor_id) return refused('不能审核本人的申报');
  const isAtUnit = of.declare_status === 'submitted' && of.audit_step === 'unit';
  if (isAtUnit && of.isUnitAdmin) return { step: 'unit', blocked: '' };
  if (isAtUnit && !of.isUnitEmpty) return refused('这项申报等待所在单位审核');
  if (!of.isCreditAuditor) return refused('没有这项权限（credit_auditor）');
  if (of.unit_by === of.auditor_id) return refused('单位与中心须由两人审核，您已代表单位审核');
  return { step: 'centre', blocked: '' };
}
