import type { DeclareDraft } from '@cme/contract/credits';
import { sampleDeclarationDetail, sampleKind } from '@cme/testing/exchange';
import { describe, expect, it } from 'vitest';
import {
  createEmptyDraft,
  findFieldErrors,
  findMissingFile,
  findStepOfField,
  hasField,
  parseStep,
  setKind,
} from './draft.rules.ts';

const { draft } = sampleDeclarationDetail();
const rate = (hours: number) => ({ hours, credits: hours / 3 });
/** Papers count by the position among the authors in journals of the first class only. */
const paper = sampleKind({
  kind_code: 'paper',
  levels: [
    { code: 'core', name: '核心期刊', rates: [rate(30), rate(18), rate(9)] },
    { code: 'other', name: '其他期刊', rates: [rate(12)] },
  ],
  fields: [
    { key: 'activity_name', label: '论文题目', hint: '', required: 'Y' },
    { key: 'level', label: '期刊级别', hint: '', required: 'Y' },
    { key: 'role_order', label: '本人排名', hint: '', required: 'Y' },
    { key: 'note', label: '说明', hint: '', required: 'N' },
  ],
});

it.each([
  ['kind', 'kind'],
  ['files', 'files'],
  ['confirm', 'confirm'],
  ['summary', 'kind'],
  [null, 'kind'],
])('the step %j of the address is %s', (text, step) => expect(parseStep(text)).toBe(step));

const today = '2026-11-20';

describe('another kind', () => {
  it('keeps what all kinds have, and clears what means something else there', () => {
    const before: DeclareDraft = { ...draft, level: 'core', role_order: 2 };
    expect(setKind(before, 'paper')).toEqual({
      ...draft,
      kind_code: 'paper',
      level: '',
      role_order: 0,
      files: [],
    });
  });

  it('that is the same one changes nothing, so that nothing has to be saved', () =>
    expect(setKind(draft, 'meeting')).toBe(draft));
});

describe('the fields of a kind', () => {
  it.each([
    ['', false],
    ['other', false],
    ['core', true],
    ['of_tomorrow', false],
  ])('with the level %j ask for the position: %s', (level, isAsked) =>
    expect(hasField(paper, { ...draft, level }, 'role_order')).toBe(isAsked),
  );

  it('have a level only if the kind has some', () => {
    expect(hasField(paper, draft, 'level')).toBe(true);
    expect(hasField(sampleKind(), draft, 'level')).toBe(false);
    expect(hasField(sampleKind(), draft, 'activity_name')).toBe(true);
  });

  it.each([
    [
      'nothing',
      createEmptyDraft(2026),
      { activity_name: '请填写论文题目', level: '请选择期刊级别' },
    ],
    [
      'a level that asks for the position',
      { ...createEmptyDraft(2026), activity_name: '高血压', level: 'core' },
      { role_order: '请填写本人排名' },
    ],
    [
      'a level that does not',
      { ...createEmptyDraft(2026), activity_name: '高血压', level: 'other' },
      {},
    ],
  ])('with %s filled in lack %o', (_, filled, missing) =>
    expect(findFieldErrors(paper, filled, {}, today)).toEqual(missing),
  );

  it.each([
    ['2026-05-03', '2026-05-01', { end_on: '结束日期不能早于开始日期' }],
    ['2026-05-01', '2026-05-01', {}],
    ['2026-05-01', '', { end_on: '请选择结束日期' }],
    ['2026-11-01', '2026-11-21', { end_on: '结束日期不能晚于今天' }],
    ['2026-11-21', '', { start_on: '开始日期不能晚于今天', end_on: '请选择结束日期' }],
    ['2025-12-01', '2025-12-02', { end_on: '结束日期须在2026年度内' }],
  ])('from %s to %s are wrong in %o', (start_on, end_on, errors) =>
    expect(findFieldErrors(sampleKind(), { ...draft, start_on, end_on }, {}, today)).toEqual(
      errors,
    ),
  );
});

describe('the proofs of a kind', () => {
  const kind = sampleKind({
    need_files: [
      { key: 'notice', name: '通知', hint: '', required: 'Y' },
      { key: 'photo', name: '照片', hint: '', required: 'N' },
      { key: 'certificate', name: '证书', hint: '', required: 'Y' },
    ],
  });
  const withFiles = (...needs: string[]) => ({
    ...draft,
    files: needs.map((need) => ({ need, file_id: `f-${need}` })),
  });

  it.each([
    [[], '请上传通知'],
    [['notice'], '请上传证书'],
    [['photo', 'certificate'], '请上传通知'],
    [['notice', 'certificate'], undefined],
  ])('with %j lack: %s', (needs, missing) =>
    expect(findMissingFile(kind, withFiles(...needs))).toBe(missing),
  );
});

it.each([
  ['files', 'files'],
  ['kind_code', 'kind'],
  ['year', 'kind'],
  ['end_on', 'form'],
  ['a_field_of_tomorrow', 'form'],
])('a refusal of %s is shown on the step %s', (field, step) =>
  expect(findStepOfField(field)).toBe(step),
);
