import { questionTypes } from '@cme/contract/study';
import { describe, expect, it } from 'vitest';
import { sampleBlanks, sampleItems } from '../../pages/exam/exam.sample.ts';
import { getQuestionKind, questionKinds } from './question-kinds.tsx';

it('every type of question has a kind, and others are unknown', () => {
  expect(Object.keys(questionKinds)).toEqual([...questionTypes]);
  const { Answering } = getQuestionKind('A1');
  for (const type of ['ZZ', '', 'constructor', '__proto__'])
    expect(getQuestionKind(type).Answering).not.toBe(Answering);
});

describe('a choice', () => {
  it.each([
    ['a radio button replaces the previous choice', 'A1', ['k0'], 'k1', ['k1']],
    ['the same radio button changes nothing', 'A1', ['k1'], 'k1', undefined],
    ['checkboxes are added in the order they are pressed', 'X', ['k2'], 'k0', ['k2', 'k0']],
    ['checkboxes can be unchecked', 'X', ['k2', 'k0'], 'k2', ['k0']],
    ['a written answer has none', 'SA', [], 'k0', undefined],
    ['nor have blanks', 'FB', [], 'k0', undefined],
    ['nor has an unknown type', 'ZZ', [], 'k0', undefined],
  ])('%s', (_, type, chosen, key, expected) => {
    expect(getQuestionKind(type).choose(chosen, key)).toEqual(expected);
  });
});

describe('a question counts as answered', () => {
  const item = sampleItems[0]!;
  it.each([
    ['with an option', item, ['k0'], true],
    ['not without', item, [], false],
    ['with a text', { ...item, type: 'SA' }, ['文字'], true],
    ['with all blanks filled', sampleBlanks, ['140', '90'], true],
    ['not with one of two', sampleBlanks, ['140', ''], false],
    ['not with the second alone', sampleBlanks, ['', '90'], false],
    ['not with spaces', sampleBlanks, ['140', ' \u3000'], false],
    ['not with empty blanks', sampleBlanks, [], false],
    ['not where blanks are missing', { ...sampleBlanks, blanks: undefined }, ['140'], false],
    ['of an unknown type with any text', { ...item, type: 'ZZ' }, ['', '甲'], true],
    ['of an unknown type not without', { ...item, type: 'ZZ' }, [''], false],
  ])('%s', (_, question, answer, isDone) => {
    expect(getQuestionKind(question.type).isAnswered(question, answer)).toBe(isDone);
  });
});
