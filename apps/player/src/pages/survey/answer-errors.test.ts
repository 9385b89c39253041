import { describe, expect, it } from 'vitest';
import {
  findColumn,
  findError,
  updateErrors,
  findErrors,
  formatErrorSummary,
  formatError,
} from './answer-errors.ts';
import { sampleQuestion, sampleSurvey } from './survey.sample.ts';

const rows = [
  { key: 'r1', text: '条理' },
  { key: 'r2', text: '实用' },
];
const single = sampleQuestion('a', 'single', '难度');
const matrix = sampleQuestion('d', 'matrix', '讲师', { rows });
const text = sampleQuestion('e', 'text', '意见', { required: 'N', max_length: 4 });
const must = '此题必答，请作答';

describe('errorOf', () => {
  it.each([
    ['no answer', single, [], must],
    ['chosen', single, ['1'], ''],
    ['no answer to an optional question', { ...single, required: 'N' as const }, [], ''],
    ['blanks', { ...text, required: 'Y' as const }, [' \n '], must],
    ['a text of maximum length', text, ['四个汉字'], ''],
    ['a text that is too long', text, ['五个汉字了'], '字数请在4字以内'],
    ['characters of two code units each', text, ['😀😀😀😀'], ''],
    ['an empty matrix', matrix, [], must],
    ['a matrix with a missing row', matrix, ['r1:3'], '请为“实用”选择一项'],
    ['a complete matrix', matrix, ['r2:1', 'r1:3'], ''],
    ['a missing row of an optional matrix', { ...matrix, required: 'N' as const }, ['r1:3'], ''],
  ])('%s', (_, question, answer, answerError) => {
    const found = findError(question, answer);
    expect(found ? formatError(found) : '').toBe(answerError);
  });

  it('reads the column of its own row only', () => {
    const answer = ['r1:3', 'r10:1', 'r2:a:b'];
    expect(['r1', 'r10', 'r2', 'r3'].map((row) => findColumn(answer, row))).toEqual([
      '3',
      '1',
      'a:b',
      undefined,
    ]);
  });
});

describe('errorSummary', () => {
  const { questions } = sampleSurvey({ questions: [single, matrix, text] });
  const summary = (draft: Record<string, string[]>) =>
    formatErrorSummary(findErrors(questions, draft));

  it.each([
    ['two are missing', {}, '还有2道必答题未完成'],
    ['one row is missing', { a: ['1'], d: ['r1:3'] }, '还有1道必答题未完成'],
    ['one is too long in addition', { e: ['五个汉字了'] }, '还有 3 题需要修改，请检查后提交'],
    ['none', { a: ['1'], d: ['r1:3', 'r2:1'] }, ''],
  ])('%s', (_, draft, words) => expect(summary(draft)).toBe(words));
});

describe('errorsAfter', () => {
  const errors = { a: { code: 'unanswered' }, e: { code: 'too_long', max: 4 } } as const;

  it.each([
    ['an error disappears when it is fixed', single, ['1'], { e: errors.e }],
    ['an error changes with the answer', text, ['五个汉字了'], errors],
    ['an error disappears with the text that was too long', text, ['四个汉字'], { a: errors.a }],
    ['a new error does not appear before submitting', matrix, [], errors],
  ])('%s', (_, question, answer, after) => {
    expect(updateErrors(errors, question, answer)).toEqual(after);
  });
});
