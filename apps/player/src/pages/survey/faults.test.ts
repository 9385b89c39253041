import { describe, expect, it } from 'vitest';
import { columnOf, faultOf, faultsAfter, faultsOf, faultSummary, faultText } from './faults.ts';
import { sampleQuestion, sampleSurvey } from './survey.sample.ts';

const rows = [
  { key: 'r1', text: '条理' },
  { key: 'r2', text: '实用' },
];
const single = sampleQuestion('a', 'single', '难度');
const matrix = sampleQuestion('d', 'matrix', '讲师', { rows });
const text = sampleQuestion('e', 'text', '意见', { required: 'N', max_length: 4 });
const must = '此题必答，请作答';

describe('faultOf', () => {
  it.each([
    ['nothing chosen', single, [], must],
    ['chosen', single, ['1'], ''],
    ['nothing, where that is allowed', { ...single, required: 'N' as const }, [], ''],
    ['blanks', { ...text, required: 'Y' as const }, [' \n '], must],
    ['a text at its bound', text, ['四个汉字'], ''],
    ['a text beyond it', text, ['五个汉字了'], '字数请在4字以内'],
    ['signs of two units each', text, ['😀😀😀😀'], ''],
    ['an empty matrix', matrix, [], must],
    ['a matrix with an open row', matrix, ['r1:3'], '请为“实用”选择一项'],
    ['a full matrix', matrix, ['r2:1', 'r1:3'], ''],
    ['an open row, where that is allowed', { ...matrix, required: 'N' as const }, ['r1:3'], ''],
  ])('%s', (_, question, answer, fault) => {
    const found = faultOf(question, answer);
    expect(found ? faultText(found) : '').toBe(fault);
  });

  it('reads the column of its own row only', () => {
    const answer = ['r1:3', 'r10:1', 'r2:a:b'];
    expect(['r1', 'r10', 'r2', 'r3'].map((row) => columnOf(answer, row))).toEqual([
      '3',
      '1',
      'a:b',
      undefined,
    ]);
  });
});

describe('faultSummary', () => {
  const { questions } = sampleSurvey({ questions: [single, matrix, text] });
  const said = (draft: Record<string, string[]>) => faultSummary(faultsOf(questions, draft));

  it.each([
    ['two are missing', {}, '还有2道必答题未完成'],
    ['one row is missing', { a: ['1'], d: ['r1:3'] }, '还有1道必答题未完成'],
    ['one is too long besides', { e: ['五个汉字了'] }, '还有 3 题需要修改，请检查后提交'],
    ['none', { a: ['1'], d: ['r1:3', 'r2:1'] }, ''],
  ])('%s', (_, draft, words) => expect(said(draft)).toBe(words));
});

describe('faultsAfter', () => {
  const faults = { a: { code: 'unanswered' }, e: { code: 'too_long', most: 4 } } as const;

  it.each([
    ['goes when it is mended', single, ['1'], { e: faults.e }],
    ['changes with the answer', text, ['五个汉字了'], faults],
    ['goes with the text that was too long', text, ['四个汉字'], { a: faults.a }],
    ['does not come before sending', matrix, [], faults],
  ])('%s', (_, question, answer, after) => {
    expect(faultsAfter(faults, question, answer)).toEqual(after);
  });
});
