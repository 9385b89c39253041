import type { AuditStep } from '@cme/contract/credits';
import type { DeclareStatus } from '../exchange.tables.ts';

/** Facts that determine who may audit: the declaration, and the person's relation to it. */
export interface AuditCase {
  declare_status: DeclareStatus;
  audit_step: AuditStep | '';
  user_id: string;
  first_step: AuditStep;
  /** Who passed the first step; empty before that. */
  unit_by: string;
  auditor_id: string;
  /** Administers the declarer's unit or one of its ancestors. */
  isUnitAdmin: boolean;
  isCreditAuditor: boolean;
  /** The unit has no other administrator who could audit it. */
  isUnitEmpty: boolean;
}

export type AuditVerdict = { step: AuditStep; blocked: '' } | { step: undefined; blocked: string };

const toRefused = (blocked: string): AuditVerdict => ({ step: undefined, blocked });

/** The step that a person may decide now, or why not. Unit and centre, or without a unit the two
 * steps of the centre, must be two people, and neither the declarer. */
export function auditVerdict(declaration: AuditCase): AuditVerdict {
  if (declaration.declare_status !== 'submitted' && declaration.declare_status !== 'unit_passed')
    return toRefused('这项申报不在审核中');
  if (declaration.user_id === declaration.auditor_id) return toRefused('不能审核本人的申报');
  const isAtUnit = declaration.declare_status === 'submitted' && declaration.audit_step === 'unit';
  if (isAtUnit && declaration.isUnitAdmin) return { step: 'unit', blocked: '' };
  if (isAtUnit && !declaration.isUnitEmpty) return toRefused('这项申报等待所在单位审核');
  if (!declaration.isCreditAuditor) return toRefused('没有这项权限（credit_auditor）');
  if (declaration.unit_by === declaration.auditor_id)
    return toRefused(
      declaration.first_step === 'unit'
        ? '单位与中心须由两人审核，您已代表单位审核'
        : '中心初审与复审须由两人办理，您已初审',
    );
  return { step: 'centre', blocked: '' };
}
