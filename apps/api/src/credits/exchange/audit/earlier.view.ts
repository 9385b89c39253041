import type { DeclareAuditDetail } from '@cme/contract/credits';
import { formatTime } from '../../../platform/http/format-time.ts';
import { declareStatusName } from '../exchange.rules.ts';
import type { Declaration } from '../exchange.store.ts';
import { isTypedUnit } from '../calls/exchange.view.ts';
import type { Earlier } from '../refusal.store.ts';

const flag = (is: boolean) => (is ? 'Y' : 'N') as 'Y' | 'N';
const refusalNames = { returned: '退回修改', rejected: '已驳回' } as const;
const stepNames = { unit: '单位', centre: '中心' } as const;

/** What an auditor must know of earlier declarations, latest first: refusals of the year with their
 * reasons, and other declarations of the same activity. People who are not the declarer are not
 * named. */
export function earlierView(
  row: Declaration,
  { refusals, declarations }: Earlier,
  getName: (userId: string) => string,
): NonNullable<DeclareAuditDetail['earlier']> {
  const refused = refusals.map((refusal) => ({
    declare_no: refusal.declare_no,
    activity_no: refusal.activity_no,
    activity_name: refusal.activity_name,
    state: refusalNames[refusal.decision],
    unit_name: refusal.unit_name,
    who: `${stepNames[refusal.step]} ${getName(refusal.refused_by)}`,
    reason: refusal.reason,
    at: formatTime(refusal.at),
    is_same: flag(refusal.isSame),
  }));
  const declared = declarations
    .filter(({ declare_status }) => declare_status !== 'returned' && declare_status !== 'rejected')
    .map((other) => ({
      declare_no: other.declare_no,
      activity_no: other.activity_no,
      activity_name: other.activity_name,
      state: declareStatusName(other.declare_status, other.first_step),
      unit_name: isTypedUnit(other) ? `${other.unit_name}（自填）` : other.unit_name,
      who: other.user_id === row.user_id ? '本人' : '本人（已注销的账号）',
      reason: '',
      at: formatTime(other.submitted_at ?? other.updated_at),
      is_same: flag(true),
    }));
  return [...refused, ...declared].sort((a, b) => b.at.localeCompare(a.at));
}
