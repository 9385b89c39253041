import { claimNumber } from './same-activity.rules.ts';
import {
  declareFileLimit,
  type DeclareDraft,
  type DeclareField,
  type DeclareTab,
  findDateFault,
  missingField,
} from '@cme/contract/credits';
import type { DeclareStatus, KindField, KindFile, KindLevel } from './exchange.tables.ts';

/** The state machine of a declaration. */
const nextStatuses: Readonly<Record<DeclareStatus, readonly DeclareStatus[]>> = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['withdrawn', 'unit_passed', 'returned', 'rejected'],
  unit_passed: ['approved', 'returned', 'rejected'],
  returned: ['draft'],
  withdrawn: ['draft'],
  rejected: [],
  approved: ['credited'],
  credited: ['reversed'],
  reversed: [],
};

export const canBecome = (from: DeclareStatus, to: DeclareStatus): boolean =>
  nextStatuses[from].includes(to);

const declareStatusNames: Readonly<Record<DeclareStatus, string>> = {
  draft: '草稿',
  submitted: '待审核',
  withdrawn: '已撤回',
  unit_passed: '单位已审',
  returned: '退回修改',
  rejected: '已驳回',
  approved: '已通过',
  credited: '已入账',
  reversed: '已冲销',
};

/** The name of a state of a declaration; without a unit, its first step is the centre's. */
export const declareStatusName = (status: DeclareStatus, firstStep: string): string =>
  status === 'unit_passed' && firstStep === 'centre' ? '中心已初审' : declareStatusNames[status];

export const tabStatuses: Readonly<Record<Exclude<DeclareTab, 'all'>, readonly DeclareStatus[]>> = {
  todo: ['draft', 'returned', 'withdrawn'],
  waiting: ['submitted', 'unit_passed'],
  passed: ['approved', 'credited'],
  rejected: ['rejected', 'reversed'],
};

/** The learner may edit it. */
export const editable: readonly DeclareStatus[] = tabStatuses.todo;
/** It may still be credited. */
export const pending: readonly DeclareStatus[] = ['submitted', 'unit_passed', 'approved'];

export const canWithdraw = ({
  declare_status,
  opened_at,
}: {
  declare_status: DeclareStatus;
  opened_at: Date | null;
}): boolean => declare_status === 'draft' || (declare_status === 'submitted' && opened_at === null);

/** Default last day for a year's activities. */
export const usualUntil = (year: number): string => `${year + 1}-03-31`;

/** Normalises a number or name: width, case, spaces and dashes are ignored. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '');

interface Claimed extends Pick<
  DeclareDraft,
  'year' | 'kind_code' | 'activity_no' | 'activity_name' | 'start_on'
> {
  user_id: string;
}

/** The uniqueness key of a declaration: kind, number and year; name and first day for an activity
 * without a number. A personal number is unique across people. */
export function claimKey(claim: Claimed, numberOf: 'person' | 'activity'): string {
  const number = claimNumber(claim.activity_no);
  const activityKey =
    number === '' ? `${normalizeText(claim.activity_name)}/${claim.start_on}` : number;
  const whose = number !== '' && numberOf === 'person' ? '' : claim.user_id;
  return JSON.stringify([claim.kind_code, claim.year, activityKey, whose]);
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(text)
  );
};

export interface Fault {
  field: string;
  message: string;
}

interface KindAsked {
  fields: readonly KindField[];
  need_files: readonly KindFile[];
  levels: readonly KindLevel[];
}

const isEmpty = (draft: DeclareDraft, key: DeclareField) => !draft[key];

/** Errors of a submitted draft, in the order of its fields. */
export function draftFaults(draft: DeclareDraft, kind: KindAsked, today: string): Fault[] {
  const faults: Fault[] = [];
  const add = (is: boolean, field: string, message: string) =>
    void (is && !faults.some((fault) => fault.field === field) && faults.push({ field, message }));
  for (const { key, label, required } of kind.fields)
    add(
      required === 'Y' && key !== 'quantity' && isEmpty(draft, key),
      key,
      missingField(key, label),
    );
  add(!(draft.quantity > 0), 'quantity', '数量须大于0');
  for (const [key, name] of [
    ['start_on', '开始日期'],
    ['end_on', '结束日期'],
  ] as const)
    add(draft[key] !== '' && !isDay(draft[key]), key, `${name}不正确`);
  const wrongDate = findDateFault(draft, today);
  if (wrongDate) add(true, wrongDate.field, wrongDate.message);
  const level = kind.levels.find(({ code }) => code === draft.level);
  add(kind.levels.length > 0 && !level, 'level', '请选择级别');
  add(
    level !== undefined &&
      level.rates.length > 1 &&
      (draft.role_order < 1 || draft.role_order > level.rates.length),
    'role_order',
    `本级别计前${level?.rates.length ?? 0}名，请填写您的名次`,
  );
  return [...faults, ...fileFaults(draft, kind)];
}

function fileFaults({ files }: DeclareDraft, { need_files }: KindAsked): Fault[] {
  const missing = need_files.find(
    ({ key, required }) => required === 'Y' && !files.some(({ need }) => need === key),
  );
  if (missing) return [{ field: 'files', message: `请上传${missing.name}` }];
  if (files.length > declareFileLimit)
    return [{ field: 'files', message: `最多上传${declareFileLimit}个文件` }];
  return files.every(({ need }) => need_files.some(({ key }) => key === need))
    ? []
    : [{ field: 'files', message: '材料与申报类型不符，请重新上传' }];
}
