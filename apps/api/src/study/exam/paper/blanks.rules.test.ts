import { describe, expect, it } from 'vitest';
import { splitStem } from './blanks.rules.ts';
import { gradeAnswer } from '../grading/score.rules.ts';
import { findAnswerFault, isAnswered, reviewBlanks, toExamItem } from './instance.rules.ts';
import { questionKinds } from './question-kinds.ts';
import type { Blanks, DrawnQuestion, Part } from './question.ts';

const { findFault, parseKey, formatKey } = questionKinds.FB;

const partWith = (accepted: string[][], any_order: Blanks['any_order'] = 'N'): Part => ({
  qid: 'q',
  stem: `题干${accepted.map(() => '____').join('，')}。`,
  options: [],
  answer: [],
  model: '',
  explain: '',
  blanks: { accepted, any_order },
});
const questionOf = (part: Part, score = 6): DrawnQuestion => ({
  part,
  slot: { unit: 0, part: 0, options: [], score },
  unit: { type: 'FB', point: '', stem: '', image: '', parts: [part] },
});
const grade = (part: Part, answer: readonly string[], score?: number) =>
  gradeAnswer(questionOf(part, score), answer, { half_for_subset: 'N' });

describe('a text in a blank', () => {
  it.each([
    ['the accepted text', '阿司匹林', '阿司匹林'],
    ['spaces around it', '阿司匹林', '  阿司匹林　'],
    ['spaces within', 'ACEI 或 ARB', 'ACEI或ARB'],
    ['a line break that was pasted', '阿司匹林', '阿司\n匹林'],
    ['invisible characters that were pasted', '阿司匹林', '\u200B阿司\u2060匹林\uFEFF'],
    ['small letters', 'ACEI', 'acei'],
    ['capitals', 'mmHg', 'MMHG'],
    ['full-width letters', 'HbA1c', 'ＨｂＡ１ｃ'],
    ['full-width punctuation', '(+)', '（＋）'],
    ['a Roman numeral as one character', 'II型', 'Ⅱ型'],
    ['a subscript', 'PaO2', 'PaO₂'],
    ['the micro sign as a Greek letter', 'μg', 'µg'],
    ['another dash', '60-100', '60–100'],
    ['a real minus sign', '-5', '−5'],
    ['a power with a caret', '10⁹', '10^9'],
    ['full-width digits', '140', '１４０'],
    ['zeros after the point', '7', '7.00'],
    ['zeros before it', '7', '007'],
    ['nothing before the point', '0.7', '.7'],
    ['a point and nothing after it', '7', '7.'],
    ['a plus sign', '7', '+7'],
    ['groups of thousands', '12000', '12,000'],
    ['groups with full-width commas', '1234567.5', '1，234，567.5'],
    ['minus zero', '0', '-0.0'],
    ['a full stop of the Chinese keyboard as the point', '7.35', '7。35'],
    ['a percentage with zeros', '95%', '95.0％'],
    ['more digits than a number type holds', '0.10000000000000000001', '.100000000000000000010'],
  ])('is right with %s', (_, accepted, text) =>
    expect(grade(partWith([[accepted]]), [text])).toBe(6),
  );

  it.each([
    ['another text', '阿司匹林', '氯吡格雷'],
    ['only a part of it', '阿司匹林', '阿司匹'],
    ['more than it', '阿司匹林', '阿司匹林片'],
    ['another number', '140', '141'],
    ['a number that differs in its last digit', '0.10000000000000000001', '0.1'],
    ['the number with a unit that is not asked for', '140', '140mmHg'],
    ['the other sign', '5', '-5'],
    ['a power without its caret', '10⁹', '109'],
    ['a hexadecimal number', '16', '0x10'],
    ['an exponent', '1000', '1e3'],
    ['commas that group nothing', '12', '1,2'],
    ['a share for a percentage', '50%', '0.5'],
    ['nothing', '阿司匹林', ''],
    ['spaces', '阿司匹林', ' \u3000'],
    ['invisible characters alone', '阿司匹林', '\u200B'],
    ['a pattern', '.', '任意'],
    ['the separator of the key', '甲', '甲|乙'],
    ['a name that objects inherit', '甲', '__proto__'],
  ])('is wrong with %s', (_, accepted, text) =>
    expect(grade(partWith([[accepted]]), [text])).toBe(0),
  );

  it('may be any of the accepted ones', () => {
    const part = partWith([['心肌梗死', '心梗', 'MI']]);
    expect(['心肌梗死', '心梗', 'mi', '脑梗'].map((text) => grade(part, [text]))).toEqual([
      6, 6, 6, 0,
    ]);
  });
});

const [one, two, three] = [['甲', 'A'], ['乙'], ['丙']];
describe('several blanks', () => {
  it.each<[string, Part, string[], number, number]>([
    ['all right', partWith([one, two, three]), ['甲', '乙', '丙'], 6, 6],
    ['two of three', partWith([one, two, three]), ['甲', '丁', '丙'], 6, 4],
    ['one of three', partWith([one, two, three]), ['', '', '丙'], 6, 2],
    ['none', partWith([one, two, three]), ['丁', '丁', '丁'], 6, 0],
    ['the wrong order', partWith([one, two]), ['乙', '甲'], 6, 0],
    ['fewer texts than blanks', partWith([one, two]), ['甲'], 6, 3],
    ['a third of two points, down to half a point', partWith([one, two, three]), ['甲'], 2, 0.5],
    ['two thirds of two points', partWith([one, two, three]), ['甲', '乙'], 2, 1],
    ['two thirds of one point', partWith([one, two, three]), ['甲', '乙'], 1, 0.5],
    ['a third of one point', partWith([one, two, three]), ['甲'], 1, 0],
    ['all of an uneven score', partWith([one, two, three]), ['甲', '乙', '丙'], 3.33, 3.33],
    ['half of three points', partWith([one, two]), ['甲', '丁'], 3, 1.5],
    ['half of 0.3 points', partWith([one, two]), ['甲'], 0.3, 0],
    ['seven of ten blanks', partWith(Array(10).fill(one)), Array(7).fill('甲'), 10, 7],
    ['any order, reversed', partWith([one, two, three], 'Y'), ['丙', '乙', 'a'], 6, 6],
    ['any order, one wrong', partWith([one, two], 'Y'), ['乙', '丁'], 6, 3],
    ['any order, the same text twice', partWith([one, two], 'Y'), ['甲', '甲'], 6, 3],
    ['any order, two names of one thing', partWith([one, two], 'Y'), ['甲', 'A'], 6, 3],
    ['any order, with blanks between', partWith([one, two, three], 'Y'), ['', '', '甲'], 6, 2],
    [
      'any order, a text that fits two blanks gives way',
      partWith([['乙', '甲'], ['乙']], 'Y'),
      ['乙', '甲'],
      6,
      6,
    ],
    [
      'any order, the first text moves twice',
      partWith(
        [
          ['甲', '乙'],
          ['乙', '丙'],
          ['丙', '甲'],
        ],
        'Y',
      ),
      ['甲', '丙', '乙'],
      6,
      6,
    ],
  ])('%s', (_, part, answer, score, points) => expect(grade(part, answer, score)).toBe(points));

  it('are explained one by one', () => {
    expect(reviewBlanks(questionOf(partWith([one, two])), ['丁', '乙'])).toEqual([
      { accepted: one, is_right: 'N' },
      { accepted: two, is_right: 'Y' },
    ]);
    expect(reviewBlanks(questionOf(partWith([one, two])), [])).toEqual([
      { accepted: one, is_right: 'N' },
      { accepted: two, is_right: 'N' },
    ]);
  });

  it('in any order show the missing texts where the wrong ones are', () => {
    const part = partWith([one, two, three], 'Y');
    expect(reviewBlanks(questionOf(part), ['丙', '丁', '甲'])).toEqual([
      { accepted: three, is_right: 'Y' },
      { accepted: two, is_right: 'N' },
      { accepted: one, is_right: 'Y' },
    ]);
  });

  it('are an answer as soon as each has a text', () => {
    const question = questionOf(partWith([one, two]));
    const isDone = (answer?: string[]) => isAnswered(question, answer);
    expect([undefined, [], ['甲'], ['甲', ' '], ['', '乙']].some(isDone)).toBe(false);
    expect(isDone(['错', '也错'])).toBe(true);
  });

  it('name the one whose text is too long', () => {
    const question = questionOf(partWith([one, two]));
    expect(findAnswerFault(question, ['甲', '长'.repeat(201)])).toBe('第2空请控制在200字以内');
    expect(findAnswerFault(question, ['甲', '长'.repeat(200)])).toBe('');
  });
});

describe('the stem', () => {
  it.each([
    ['收缩压____，舒张压____', ['收缩压', '，舒张压', '']],
    ['首选（　　）和( )。', ['首选', '和', '。']],
    ['＿＿是（）', ['', '是', '']],
    ['血压（140/90）与 snake_case', ['血压（140/90）与 snake_case']],
  ])('%s is split at its blanks', (stem, around) => expect(splitStem(stem)).toEqual(around));

  it('is what the learner gets, without the accepted texts', () => {
    const item = toExamItem(questionOf(partWith([['秘密'], ['机密']], 'Y')), 1);
    expect(item.blanks).toEqual({ around: ['题干', '，', '。'], any_order: 'Y' });
    expect(JSON.stringify(item)).not.toMatch(/秘密|机密/);
  });
});

describe('a question of the bank', () => {
  const withStem = (stem: string, part: Part) => ({ ...part, stem });
  it.each([
    ['is sound', partWith([one, two]), ''],
    ['has no blank', withStem('没有空', partWith([one])), '题干须有1至20个空'],
    ['has too many', partWith(Array(21).fill(one)), '题干须有1至20个空'],
    ['has a text too few', withStem('__和__', partWith([one])), '题干有2个空，答案有1个'],
    ['has no accepted text', partWith([one, []]), '每个空的答案须为1至200字'],
    ['accepts only spaces', partWith([[' ']]), '每个空的答案须为1至200字'],
    ['accepts what is too long', partWith([['长'.repeat(201)]]), '每个空的答案须为1至200字'],
    ['repeats a text', partWith([two, two]), ''],
    ['repeats a text in any order', partWith([two, two], 'Y'), '顺序不限时各空的首选答案须不同'],
    ['has no key', { ...partWith([one]), blanks: undefined }, '题干有1个空，答案有0个'],
  ])('%s', (_, part, fault) => expect(findFault(part)).toBe(fault));
});

describe('a key as staff write it', () => {
  const part = partWith([one, two], 'Y');
  it('separates blanks by semicolons and accepted texts by bars', () => {
    expect(formatKey(part)).toBe('甲|A；乙');
    expect(parseKey(' 140 | 一百四 ；90', part)).toEqual({
      blanks: { accepted: [['140', '一百四'], ['90']], any_order: 'Y' },
    });
  });
  it.each(['', '甲', '甲;', '甲;乙;丙', '甲|;乙', '甲;甲'])('“%s” is none', (text) =>
    expect(parseKey(text, part)).toBeUndefined(),
  );
});
