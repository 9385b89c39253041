import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBank, usualRules } from '../../../../test/exam.ts';
import {
  getExamAction,
  computeDeadline,
  type PastAttempt,
  mayAnalyse,
  type ExamSituation,
} from '../enrolment/action.rules.ts';
import { draw, type Random } from './draw.rules.ts';
import { describeRules } from './intro.rules.ts';
import { keyAt } from './choice.rules.ts';
import { drawnQuestions, findAnswerFault, toExamItem, getRightAnswer } from './instance.rules.ts';
import { validatePaper, type FrozenPaper, type Rule, usualPolicy } from './paper.rules.ts';
import { gradeAnswers, gradeAnswer, sumMarks } from '../grading/score.rules.ts';

const frozen = (
  rules: Rule[] = usualRules,
  policy: Partial<FrozenPaper['policy']> = {},
): FrozenPaper => ({
  title: '考试',
  policy: { ...usualPolicy, ...policy },
  rules,
  units: newBank('d', { A1: 8, A2: 3, X: 4, J: 4, A34: 3, B1: 2, FB: 2, SA: 2 }).map(
    ({ type, point, stem = '', parts }) => ({ type, point, stem, image: '', parts }),
  ),
});
const seeded = (seed: number): Random => {
  let state = seed + 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
};
const rule = (
  type: Rule['type'],
  count: number,
  score: number,
  points: string[] = [],
  parts = 1,
): Rule => ({ type, points, count, parts, score });
const everyType = [
  rule('A1', 2, 5, ['甲点']),
  rule('A1', 2, 5),
  rule('A2', 2, 5),
  rule('X', 2, 10),
  rule('J', 2, 10),
  rule('A34', 1, 5, [], 2),
  rule('B1', 1, 5, [], 2),
  rule('FB', 1, 5),
  rule('SA', 1, 5),
];

describe('a draw', () => {
  it('follows the rules, keeps groups together and types in order, without repeats, for any random source', () => {
    const paper = frozen(everyType);
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const slots = draw(paper, seeded(seed));
        const asked = drawnQuestions(paper, slots);
        expect(new Set(asked.map(({ part }) => part.qid)).size).toBe(slots.length);
        expect(slots.reduce((sum, { score }) => sum + score, 0)).toBe(100);
        expect(asked.map(({ unit }) => unit.type).join()).toBe(
          'A1,A1,A1,A1,A2,A2,X,X,J,J,A34,A34,B1,B1,FB,SA',
        );
        expect(
          asked.filter(({ unit }) => unit.type === 'A1' && unit.point === '甲点').length,
        ).toBeGreaterThanOrEqual(2);
        for (const type of ['A34', 'B1'])
          expect(
            new Set(asked.filter(({ unit }) => unit.type === type).map(({ slot }) => slot.unit))
              .size,
          ).toBe(1);
        for (const { slot, part } of asked)
          expect(slot.options.toSorted()).toEqual(part.options.map((_, index) => index));
        const [first, second] = asked.filter(({ unit }) => unit.type === 'B1');
        expect(first?.slot.options).toEqual(second?.slot.options);
      }),
    );
  });

  it('shows true-or-false statements as 正确 and 错误, and shuffles options evenly', () => {
    const paper = frozen();
    const right = { A: 0, B: 0, C: 0, D: 0 };
    for (let seed = 0; seed < 400; seed += 1) {
      for (const drawnQuestion of drawnQuestions(paper, draw(paper, seeded(seed * 7919)))) {
        if (drawnQuestion.unit.type === 'J')
          expect(toExamItem(drawnQuestion, 1).options.map(({ text }) => text)).toEqual([
            '正确',
            '错误',
          ]);
        if (drawnQuestion.unit.type === 'A1') right[getRightAnswer(drawnQuestion)[0] as 'A'] += 1;
      }
    }
    for (const count of Object.values(right)) expect(Math.abs(count - 400)).toBeLessThan(80);
  });

  it("without shuffling keeps the paper's order", () => {
    const slots = draw(
      frozen(usualRules, { shuffle_questions: 'N', shuffle_options: 'N' }),
      seeded(3),
    );
    expect(slots.map(({ unit }) => unit)).toEqual(
      slots.map(({ unit }) => unit).toSorted((a, b) => a - b),
    );
    expect(slots.every(({ options }) => options.every((place, index) => place === index))).toBe(
      true,
    );
  });
});

describe('a paper', () => {
  it.each([
    ['is sound', everyType, {}, []],
    ['does not add up', [rule('A1', 4, 10)], {}, ['各题分值合计40分，与满分100分不符']],
    [
      'asks for more than there is',
      [rule('A1', 10, 10)],
      {},
      ['单选题（不限知识点）需要10题，题库只有8题'],
    ],
    [
      'counts what other rules take',
      [rule('A1', 3, 10, ['甲点']), rule('A1', 7, 10)],
      {},
      ['单选题（不限知识点）需要7题，题库只有5题'],
    ],
    [
      'names a point twice',
      [rule('A1', 2, 25, ['甲点']), rule('A1', 2, 25, ['甲点', '乙点'])],
      {},
      ['单选题（甲点）的抽题规则与另一条重叠', '单选题（甲点、乙点）的抽题规则与另一条重叠'],
    ],
    ['cannot be passed', [rule('A1', 4, 25)], { pass: 101 }, ['合格分须大于0且不高于满分']],
  ])('%s', (_, rules, policy, faults) =>
    expect(validatePaper(frozen(rules, policy))).toEqual(faults),
  );
});

describe('scoring', () => {
  const paper = frozen(everyType);
  const asked = drawnQuestions(paper, draw(paper, seeded(11)));
  const one = (type: string) => asked.find(({ unit }) => unit.type === type)!;
  /** Option keys by their position in the bank. */
  const keys = (type: string, ...places: number[]) =>
    one(type).slot.options.flatMap((place, index) =>
      places.includes(place) ? [keyAt(index)] : [],
    );
  it.each([
    ['A1', [0], 5],
    ['A1', [1], 0],
    ['A1', [], 0],
    ['A2', [1], 5],
    ['A2', [0], 0],
    ['J', [1], 10],
    ['J', [0], 0],
    ['A34', [2], 5],
    ['A34', [1], 0],
    ['B1', [0], 5],
    ['B1', [2], 0],
    ['X', [0, 2, 4], 10],
    ['X', [0, 2], 0],
    ['X', [0], 0],
    ['X', [1], 0],
    ['X', [0, 1, 2, 4], 0],
    ['X', [0, 1, 2, 3, 4], 0],
    ['X', [], 0],
  ] as const)('%s answered with %j earns %d', (type, places, points) =>
    expect(gradeAnswer(one(type), keys(type, ...places), { half_for_subset: 'N' })).toBe(points),
  );

  it.each([
    [[0, 2, 4], 10],
    [[0, 2], 5],
    [[0], 5],
    [[0, 1], 0],
    [[1], 0],
    [[0, 1, 2, 3, 4], 0],
    [[], 0],
  ] as const)('multiple answers with half for a subset: %j earns %d', (places, points) => {
    expect(gradeAnswer(one('X'), keys('X', ...places), { half_for_subset: 'Y' })).toBe(points);
  });

  it('ignores the order in which options were chosen', () => {
    expect(gradeAnswer(one('X'), keys('X', 0, 2, 4).toReversed(), { half_for_subset: 'N' })).toBe(
      10,
    );
  });

  it('rounds half of an odd hundredth down, and sums without loss', () => {
    const third = { ...one('X'), slot: { ...one('X').slot, score: 3.33 } };
    expect(gradeAnswer(third, keys('X', 0), { half_for_subset: 'Y' })).toBe(1.66);
    expect(sumMarks({ a: 0.1, b: 0.2, c: 3.33 })).toBe(3.63);
  });

  it('leaves a non-empty short answer to review', () => {
    expect(gradeAnswer(one('SA'), ['想法'], { half_for_subset: 'N' })).toBeUndefined();
    expect(gradeAnswer(one('SA'), [' \n'], { half_for_subset: 'N' })).toBe(0);
    expect(gradeAnswer(one('SA'), undefined, { half_for_subset: 'N' })).toBe(0);
  });

  it('gives full marks for all correct answers and zero for none', () => {
    const right = new Map(
      asked
        .filter(({ unit }) => unit.type !== 'SA')
        .map((each) => [each.part.qid, getRightAnswer(each)]),
    );
    expect(sumMarks(gradeAnswers(asked, right, paper.policy))).toBe(95);
    expect(sumMarks(gradeAnswers(asked, new Map(), paper.policy))).toBe(0);
  });

  it.each([
    ['A1', ['A'], true],
    ['A1', [], true],
    ['A1', ['A', 'B'], false],
    ['A1', ['E'], false],
    ['A1', ['a'], false],
    ['A1', ['AB'], false],
    ['A1', [''], false],
    ['A1', ['__proto__'], false],
    ['X', ['B', 'A'], true],
    ['X', ['A', 'A'], false],
    ['X', ['A', 'Z'], false],
    ['J', ['B'], true],
    ['J', ['C'], false],
    ['FB', ['140', '90'], true],
    ['FB', ['', '90'], true],
    ['FB', ['140'], true],
    ['FB', [], true],
    ['FB', ['140', '140'], true],
    ['FB', ['140', '90', ''], false],
    ['FB', ['a'.repeat(200)], true],
    ['FB', ['a'.repeat(201)], false],
    ['FB', ['a\0b'], false],
    ['FB', ['\ud800'], false],
    ['SA', ['<b>文字</b>'], true],
    ['SA', ['一', '二'], false],
    ['SA', ['\ud800'], false],
    ['SA', ['a\0b'], false],
  ] as const)('%s accepts %j: %s', (type, answer, isValid) =>
    expect(findAnswerFault(one(type), answer) === '').toBe(isValid),
  );
});

describe('available actions', () => {
  const now = new Date('2026-06-15T02:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const past = (more: Partial<PastAttempt> = {}): PastAttempt => ({
    score_id: 's',
    attempt_no: 1,
    counted: true,
    attempt_status: 'graded',
    deadline_at: ago(0),
    submitted_at: ago(10),
    score: 40,
    result: 'failed',
    ...more,
  });
  const situation = (more: Partial<ExamSituation> = {}): ExamSituation => ({
    learn_status: 'study_done',
    progress: 100,
    paper: { status: 'published', open_at: null, close_at: null },
    policy: { max_attempts: 3, cooldown_min: 30 },
    attempts: [],
    earlier: [],
    now,
    ...more,
  });
  it.each([
    ['can_start', {}],
    ['locked', { progress: 99, learn_status: 'studying' }],
    ['not_open', { paper: { status: 'published', open_at: ago(-1), close_at: null } }],
    ['closed', { paper: { status: 'published', open_at: null, close_at: now } }],
    ['closed', { paper: { status: 'closed', open_at: null, close_at: null } }],
    ['closed', { learn_status: 'expired' }],
    ['closed', { learn_status: 'revoked' }],
    ['closed', { learn_status: 'completed' }],
    [
      'can_resume',
      { attempts: [past({ attempt_status: 'in_progress', submitted_at: null, result: null })] },
    ],
    [
      'can_resume',
      { learn_status: 'expired', attempts: [past({ attempt_status: 'in_progress' })] },
    ],
    ['reviewing', { attempts: [past({ attempt_status: 'reviewing', result: null })] }],
    ['can_start', { attempts: [past()] }],
    ['cooling', { attempts: [past(), past()] }],
    ['can_start', { attempts: [past(), past({ submitted_at: ago(30) })] }],
    ['exhausted', { attempts: [past(), past(), past()] }],
    ['exhausted', { attempts: [past()], earlier: [past(), past()] }],
    ['cooling', { attempts: [past()], earlier: [past()] }],
    ['passed', { attempts: [past(), past(), past({ result: 'passed' })] }],
    ['passed', { learn_status: 'completed', attempts: [past({ result: 'passed' })] }],
    ['can_start', { attempts: [past({ attempt_status: 'voided', counted: false })] }],
    [
      'exhausted',
      {
        policy: { max_attempts: 1, cooldown_min: 0 },
        attempts: [past({ attempt_status: 'voided' })],
      },
    ],
  ] as [string, Partial<ExamSituation>][])('%s: %o', (action, more) => {
    const decision = getExamAction(situation(more));
    expect(decision.action).toBe(action);
    expect(decision.reason === '').toBe(['can_start', 'can_resume'].includes(action));
  });

  it.each([
    [0, ''],
    [30, '之后须间隔30分钟'],
    [90, '之后须间隔1小时30分钟'],
    [2880, '之后须间隔2天'],
  ])('the rules describe a cooldown of %i minutes in readable units', (cooldownMin, said) => {
    const frozen: FrozenPaper = {
      title: '',
      rules: [],
      units: [],
      policy: { ...usualPolicy, max_attempts: 3, cooldown_min: cooldownMin },
    };
    const sentence = describeRules(frozen, { close_at: null }).find((rule) =>
      rule.includes('次考试机会'),
    );
    expect(sentence).toBe(
      `共有3次考试机会（含补考），成绩取最高分。${said && `第一次补考可随时参加，${said}。`}`,
    );
  });

  it('an attempt ends at its time limit or when the paper closes, whichever comes first', () => {
    expect(computeDeadline(now, 60, null)).toEqual(ago(-60));
    expect(computeDeadline(now, 60, ago(-5))).toEqual(ago(-5));
  });

  it.each([
    ['after_pass_or_exhausted', 'passed', false, true],
    ['after_pass_or_exhausted', 'exhausted', false, true],
    ['after_pass_or_exhausted', 'can_start', true, false],
    ['after_pass_or_exhausted', 'cooling', false, false],
    ['always', 'can_start', false, true],
    ['never', 'passed', true, false],
    ['after_close', 'passed', false, false],
    ['after_close', 'can_start', true, true],
  ] as const)('an analysis with policy %s, %s, closed %s: %s', (mode, action, closed, may) => {
    const decision = mayAnalyse(
      mode,
      action,
      { status: 'published', open_at: null, close_at: closed ? now : null },
      now,
    );
    expect(decision.may).toBe(may);
    expect(decision.note === '').toBe(may);
  });
});
