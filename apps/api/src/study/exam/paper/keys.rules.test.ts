import { describe, expect, it } from 'vitest';
import { betterMarks, applyNewerKeys } from './keys.rules.ts';
import { type FrozenPaper, usualPolicy } from './paper.rules.ts';
import type { Part } from './question.ts';

const part = (more: Partial<Part> = {}): Part => ({
  qid: 'q',
  stem: '题',
  options: ['甲', '乙', '丙'],
  answer: [0],
  model: '',
  explain: '旧',
  ...more,
});
const paper = (...parts: Part[]): FrozenPaper => ({
  title: '卷',
  policy: usualPolicy,
  rules: [],
  units: parts.map((part) => ({ type: 'A1', point: '', stem: '', image: '', parts: [part] })),
});
const keyAfter = (newer: Part, current = part()) =>
  applyNewerKeys(paper(current), paper(newer)).units[0]!.parts[0]!;

describe('keys of a newer version', () => {
  it('replace the old ones together with their explanation', () => {
    expect(keyAfter(part({ answer: [2], explain: '新' }))).toEqual(
      part({ answer: [2], explain: '新' }),
    );
  });

  it("are matched by the options' text, wherever they are now", () => {
    expect(keyAfter(part({ options: ['丙', '甲', '乙'], answer: [0, 2] })).answer).toEqual([2, 1]);
  });

  it.each<[string, Partial<Part>]>([
    ['another stem', { stem: '另一题' }],
    ['a reworded option', { options: ['甲', '乙', '丁'] }],
    ['an option more', { options: ['甲', '乙', '丙', '丁'] }],
    ['options that cannot be told apart', { options: ['甲', '甲', '丙'] }],
  ])('are not taken from a question with %s', (_, more) => {
    const current = part(more.options?.[1] === '甲' ? more : {});
    expect(keyAfter(part({ ...more, answer: [1] }), current)).toEqual(current);
  });

  it('leave questions alone that the newer version does not contain', () => {
    const current = paper(part(), part({ qid: 'other' }));
    expect(applyNewerKeys(current, paper(part({ qid: 'third', answer: [1] })))).toEqual(current);
  });
});

it('let the better of two scores count, question by question', () => {
  expect(betterMarks({ a: 5, b: 0, short: 7 }, { a: 0, b: 5 })).toEqual({ a: 5, b: 5, short: 7 });
});
