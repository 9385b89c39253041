import { formatTime } from '../../platform/http/format-time.ts';
import type { DeclareStatus } from './exchange.tables.ts';

interface Entry {
  from: string;
  to: string;
  actor_type: string;
  reason: string;
  at: Date;
}
export interface DeclareStep {
  key: 'submit' | 'unit' | 'centre' | 'credit';
  name: string;
  state: 'done' | 'now' | 'later' | 'skipped' | 'refused';
  at: string;
  note: string;
}

interface Standing {
  declare_status: DeclareStatus;
  audit_step: string;
  first_step: string;
  unit_by: string;
  centre_by: string;
  reason: string;
}

const names = { submit: '提交', unit: '单位审核', centre: '中心审核', credit: '入账' } as const;
/** Without a unit, two people of the centre audit. */
const centreNames: Partial<Record<DeclareStep['key'], string>> = {
  unit: '中心初审',
  centre: '中心复审',
};
const rejectedStatuses: readonly DeclareStatus[] = ['returned', 'rejected'];

/** The steps of a declaration: submission, unit, centre, ledger. Only events since the last
 * submission count. `keptNote`: why a unit audits it that is not the declarer's. */
export function toDeclareSteps(row: Standing, log: readonly Entry[], keptNote = ''): DeclareStep[] {
  const since = log.slice(log.findLastIndex(({ to }) => to === 'submitted'));
  const entry = (to: string) =>
    log.some((item) => item.to === 'submitted') ? since.find((item) => item.to === to) : undefined;
  const step = (
    key: DeclareStep['key'],
    state: DeclareStep['state'],
    of?: Entry,
    note = of?.reason ?? '',
  ): DeclareStep => ({
    key,
    name: (row.first_step === 'centre' ? centreNames[key] : undefined) ?? names[key],
    state,
    at: of ? formatTime(of.at) : '',
    note,
  });
  const isOpen = ['draft', 'withdrawn'].includes(row.declare_status);
  const refusal = rejectedStatuses.includes(row.declare_status)
    ? entry(row.declare_status)
    : undefined;
  const passed = entry('unit_passed');
  const isTwiceAtCentre = row.first_step === 'centre';
  // Earlier declarations without a unit had the centre's step alone.
  const isSkipped =
    passed?.actor_type === 'system' ||
    (!isTwiceAtCentre && !passed && row.unit_by === '' && row.audit_step !== 'unit');
  return [
    step('submit', isOpen ? 'now' : 'done', isOpen ? undefined : entry('submitted')),
    unitStep(),
    centreStep(),
    creditStep(),
  ];

  function unitStep(): DeclareStep {
    if (isOpen) return step('unit', 'later');
    if (refusal?.from === 'submitted' && (row.unit_by !== '' || isTwiceAtCentre))
      return step('unit', 'refused', refusal);
    if (isSkipped) return step('unit', 'skipped', undefined, '无需单位审核');
    return passed ? step('unit', 'done', passed) : step('unit', 'now', undefined, keptNote);
  }
  function centreStep(): DeclareStep {
    if (isOpen) return step('centre', 'later');
    if (refusal && row.centre_by !== '' && !(isTwiceAtCentre && refusal.from === 'submitted'))
      return step('centre', 'refused', refusal);
    const approved = entry('approved');
    if (approved) return step('centre', 'done', approved);
    return step('centre', !refusal && (passed || isSkipped) ? 'now' : 'later');
  }
  function creditStep(): DeclareStep {
    const reversed = entry('reversed');
    if (reversed) return step('credit', 'refused', reversed);
    const credited = entry('credited');
    if (credited) return step('credit', 'done', credited);
    return step('credit', row.declare_status === 'approved' ? 'now' : 'later');
  }
}
