import { type DeclareDraft, declareStatuses } from '@cme/contract/credits';
import { describe, expect, it } from 'vitest';
import { exchangeKinds } from '../../sample/exchange/kinds.ts';
import { calculate, capCredits } from './amount.rules.ts';
import { type AuditCase, auditVerdict } from './audit/audit.rules.ts';
import { canBecome, canWithdraw, claimKey, draftFaults } from './exchange.rules.ts';
import { toDeclareSteps } from './steps.rules.ts';

const kinds = exchangeKinds('main', 2026);
const kind = (code: string) => kinds.find(({ kind_code }) => kind_code === code)!;

describe('the state of a declaration', () => {
  const steps = [
    'draft>submitted',
    'draft>withdrawn',
    'submitted>withdrawn',
    'submitted>unit_passed',
    'submitted>returned',
    'submitted>rejected',
    'unit_passed>approved',
    'unit_passed>returned',
    'unit_passed>rejected',
    'returned>draft',
    'withdrawn>draft',
    'approved>credited',
    'credited>reversed',
  ];
  const all = declareStatuses.flatMap((from) => declareStatuses.map((to) => [from, to] as const));
  it.each(all)('changes from %s to %s only as the table allows', (from, to) => {
    expect(canBecome(from, to)).toBe(steps.includes(`${from}>${to}`));
  });

  it.each([
    ['draft', null, true],
    ['submitted', null, true],
    ['submitted', new Date(), false],
    ['unit_passed', null, false],
    ['approved', null, false],
  ] as const)('back from %s, opened %s: %s', (declareStatus, openedAt, expected) => {
    expect(canWithdraw({ declare_status: declareStatus, opened_at: openedAt })).toBe(expected);
  });
});

describe('the amount', () => {
  it.each([
    ['training', '', 0, 30, 30, 10, false],
    ['training', '', 0, 90, 60, 20, true],
    ['further', '', 0, 3, 90, 25, false],
    ['further', '', 0, 6, 90, 25, true],
    ['degree', '', 0, 2, 30, 10, false],
    ['meeting', 'national', 0, 1, 12, 4, false],
    ['meeting', 'provincial', 0, 1, 8, 2.67, false],
    ['meeting', 'nowhere', 0, 1, 0, 0, false],
    ['meeting_paper', 'national_long', 0, 1, 8, 2.67, false],
    ['research', 'national_main', 1, 1, 64, 21.33, false],
    ['research', 'national_main', 5, 1, 32, 10.67, false],
    ['research', 'national_main', 6, 1, 0, 0, false],
    ['research', 'provincial_main', 3, 1, 40, 13.33, false],
    ['self_study', '', 0, 24, 24, 8, false],
    ['training', '', 0, 0, 0, 0, false],
  ])('of %s %s place %i, %f units is %f hours and %f credits', (...row) => {
    const [code, level, role_order, quantity, hours, credits, isCapped] = row;
    expect(calculate(kind(code), { level, role_order, quantity })).toMatchObject({
      hours,
      credits,
      isCapped,
    });
  });

  it.each([
    [8, 0, undefined, 8],
    [8, 0, 10, 8],
    [8, 4, 10, 6],
    [8, 12, 10, 0],
  ])('%f credits next to %f of at most %s: %f', (credits, had, limit, counted) => {
    expect(capCredits(credits, had, limit)).toBe(counted);
  });
});

const draft: DeclareDraft = {
  year: 2026,
  kind_code: 'meeting',
  activity_name: '围产医学年会',
  activity_no: 'HY-01',
  issuer: '医学会',
  level: 'national',
  role_order: 0,
  start_on: '2026-05-01',
  end_on: '2026-05-03',
  quantity: 1,
  note: '',
  files: [
    { need: 'notice', file_id: 'f1' },
    { need: 'unit', file_id: 'f2' },
  ],
};

describe('a submission', () => {
  it.each<[string, Partial<DeclareDraft>, string, string]>([
    ['nothing wrong', {}, '', ''],
    ['no name', { activity_name: '' }, 'activity_name', '请填写会议名称'],
    ['no number, which need not be', { activity_no: '' }, '', ''],
    ['no quantity', { quantity: 0 }, 'quantity', '数量须大于0'],
    ['no such day', { start_on: '2026-02-30' }, 'start_on', '开始日期不正确'],
    ['the end before the start', { end_on: '2026-04-30' }, 'end_on', '结束日期不能早于开始日期'],
    ['the end tomorrow', { end_on: '2026-06-16' }, 'end_on', '结束日期不能晚于今天'],
    ['today', { end_on: '2026-06-15' }, '', ''],
    [
      'another year',
      { start_on: '2025-05-01', end_on: '2025-05-03' },
      'end_on',
      '结束日期须在2026年度内',
    ],
    ['no level', { level: '' }, 'level', '请选择会议级别'],
    ['a level that there is not', { level: 'moon' }, 'level', '请选择级别'],
    ['a missing file', { files: [{ need: 'notice', file_id: 'f1' }] }, 'files', '请上传单位证明'],
    [
      'a file for nothing',
      { files: [...draft.files, { need: 'cover', file_id: 'f3' }] },
      'files',
      '材料与申报类型不符，请重新上传',
    ],
  ])('is rejected with %s', (_, change, field, message) => {
    const [fault] = draftFaults({ ...draft, ...change }, kind('meeting'), '2026-06-15');
    expect([fault?.field ?? '', fault?.message ?? '']).toEqual([field, message]);
  });

  it('requires a rank that counts', () => {
    const research = {
      ...draft,
      level: 'provincial_sub',
      files: [{ need: 'project', file_id: 'f' }],
    };
    const findDraftFault = (roleOrder: number) =>
      draftFaults({ ...research, role_order: roleOrder }, kind('research'), '2026-06-15')[0]
        ?.message;
    expect(findDraftFault(0)).toBe('请填写本人排名');
    expect(findDraftFault(3)).toBeUndefined();
    expect(findDraftFault(4)).toBe('本级别计前3名，请填写您的名次');
  });
});

describe('what may be declared once', () => {
  const key = (
    change: Partial<DeclareDraft> & { user_id?: string },
    field: 'person' | 'activity',
  ) => claimKey({ ...draft, user_id: 'a', ...change }, field);
  it.each<[string, Partial<DeclareDraft>, boolean]>([
    ['in other letters', { activity_no: 'ｈｙ 01' }, true],
    ['a label', { activity_no: '第HY-01号' }, true],
    ['letters that look alike', { activity_no: 'НУ-О1' }, true],
    ['the number of another city', { activity_no: '清渚HY-01' }, false],
    ['another number', { activity_no: 'HY-02' }, false],
    ['another year', { year: 2025 }, false],
    ['another kind', { kind_code: 'paper' }, false],
    ['another name', { activity_name: '别的名字' }, true],
  ])('is the same for %s: %s', (_, change, isSame) => {
    expect(key(change, 'activity') === key({}, 'activity')).toBe(isSame);
  });

  it('is unique per person where it has a personal number, otherwise globally', () => {
    expect(key({ user_id: 'b' }, 'activity')).not.toBe(key({}, 'activity'));
    expect(key({ user_id: 'b' }, 'person')).toBe(key({}, 'person'));
    const unnumbered = { activity_no: '' };
    expect(key({ ...unnumbered, user_id: 'b' }, 'person')).not.toBe(key(unnumbered, 'person'));
  });
});

describe('who may audit', () => {
  const base: AuditCase = {
    declare_status: 'submitted',
    audit_step: 'unit',
    user_id: 'learner',
    first_step: 'unit',
    unit_by: '',
    auditor_id: 'auditor',
    isUnitAdmin: false,
    isCreditAuditor: false,
    isUnitEmpty: false,
  };
  const unit = { isUnitAdmin: true };
  const centre = { isCreditAuditor: true };
  const passed = { declare_status: 'unit_passed', audit_step: 'centre', unit_by: 'admin' } as const;
  it.each<[string, Partial<AuditCase>, string]>([
    ['the unit, at its step', unit, 'unit'],
    ['the centre, at the unit’s step', centre, '这项申报等待所在单位审核'],
    ['the centre, where the unit has nobody', { ...centre, isUnitEmpty: true }, 'centre'],
    ['the centre, where there is no unit', { ...centre, audit_step: 'centre' }, 'centre'],
    ['the centre, after the unit', { ...centre, ...passed }, 'centre'],
    ['the unit, after the unit', { ...unit, ...passed }, '没有这项权限（credit_auditor）'],
    [
      'one person twice',
      { ...unit, ...centre, ...passed, auditor_id: 'admin' },
      '单位与中心须由两人审核，您已代表单位审核',
    ],
    [
      'one person twice at the centre',
      { ...centre, ...passed, first_step: 'centre', auditor_id: 'admin' },
      '中心初审与复审须由两人办理，您已初审',
    ],
    ['the learner as administrator', { ...unit, auditor_id: 'learner' }, '不能审核本人的申报'],
    [
      'the learner as auditor',
      { ...centre, ...passed, auditor_id: 'learner' },
      '不能审核本人的申报',
    ],
    ['anybody', {}, '这项申报等待所在单位审核'],
    [
      'the centre, when it is over',
      { ...centre, declare_status: 'approved' },
      '这项申报不在审核中',
    ],
    ['the centre, a draft', { ...centre, declare_status: 'draft' }, '这项申报不在审核中'],
  ])('%s', (_, change, expected) => {
    const { step, blocked } = auditVerdict({ ...base, ...change });
    expect(step ?? blocked).toBe(expected);
  });
});

describe('the steps of a declaration', () => {
  const at = new Date('2026-06-15T02:00:00Z');
  const entry = (from: string, to: string, actorType = 'staff', reason = '') => ({
    from,
    to,
    actor_type: actorType,
    reason,
    at,
  });
  const handedIn = [entry('', 'draft', 'learner'), entry('draft', 'submitted', 'learner')];
  const unitPassed = [...handedIn, entry('submitted', 'unit_passed')];
  const approved = [...unitPassed, entry('unit_passed', 'approved')];
  const row = (
    declareStatus: Parameters<typeof toDeclareSteps>[0]['declare_status'],
    more = {},
  ) => ({
    declare_status: declareStatus,
    audit_step: '',
    first_step: 'unit',
    unit_by: '',
    centre_by: '',
    reason: '',
    ...more,
  });
  it.each<[string, Parameters<typeof toDeclareSteps>, string]>([
    ['a draft', [row('draft'), handedIn.slice(0, 1)], 'now later later later'],
    ['at the unit', [row('submitted', { audit_step: 'unit' }), handedIn], 'done now later later'],
    [
      'at the centre without a unit',
      [row('submitted', { audit_step: 'centre', first_step: 'centre' }), handedIn],
      'done now later later',
    ],
    [
      'after the first person of the centre',
      [
        row('unit_passed', { audit_step: 'centre', first_step: 'centre', unit_by: 'c' }),
        unitPassed,
      ],
      'done done now later',
    ],
    [
      'returned by the first person of the centre',
      [
        row('returned', { first_step: 'centre', centre_by: 'c' }),
        [...handedIn, entry('submitted', 'returned')],
      ],
      'done refused later later',
    ],
    [
      'approved by the centre alone, in an earlier version',
      [
        row('approved', { centre_by: 'c' }),
        [
          ...handedIn,
          entry('submitted', 'unit_passed', 'system'),
          entry('unit_passed', 'approved'),
        ],
      ],
      'done skipped done now',
    ],
    [
      'after the unit',
      [row('unit_passed', { audit_step: 'centre', unit_by: 'u' }), unitPassed],
      'done done now later',
    ],
    [
      'returned by the unit',
      [row('returned', { unit_by: 'u' }), [...handedIn, entry('submitted', 'returned')]],
      'done refused later later',
    ],
    [
      'rejected by the centre',
      [
        row('rejected', { unit_by: 'u', centre_by: 'c' }),
        [...unitPassed, entry('unit_passed', 'rejected')],
      ],
      'done done refused later',
    ],
    [
      'approved',
      [row('approved', { unit_by: 'u', centre_by: 'c' }), approved],
      'done done done now',
    ],
    [
      'credited',
      [
        row('credited', { unit_by: 'u', centre_by: 'c' }),
        [...approved, entry('approved', 'credited', 'system')],
      ],
      'done done done done',
    ],
    [
      'handed in again after it was returned',
      [
        row('submitted', { audit_step: 'unit' }),
        [
          ...handedIn,
          entry('submitted', 'returned'),
          entry('returned', 'draft', 'learner'),
          ...handedIn.slice(1),
        ],
      ],
      'done now later later',
    ],
  ])('%s', (_, [of, log], expected) => {
    expect(
      toDeclareSteps(of, log)
        .map(({ state }) => state)
        .join(' '),
    ).toBe(expected);
  });
});
