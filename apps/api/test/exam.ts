import { ulid } from 'ulid';
import { learnJoin, type QuestionType } from '@cme/contract/study';
import {
  insertPapers,
  insertQuestions,
  type NewQuestion,
  publishPaper,
} from '../src/study/exam/paper/paper.store.ts';
import { type Policy, type Rule, usualPolicy } from '../src/study/exam/paper/paper.rules.ts';
import type { Part } from '../src/study/exam/paper/question.ts';
import { recompute } from '../src/study/learning/recompute.action.ts';
import { insertProgress } from '../src/study/learning/progress/progress.store.ts';
import { insertSurveys } from '../src/study/survey/survey.store.ts';
import type { TestApi } from './test-api.ts';
import { type Learner, newCourse, newLearner, type TestCourse } from './learner.ts';
import { completion } from '../src/credits/certificate/issuing/completion.action.ts';

const part = (stem: string, options: string[], answer: number[], model = ''): Part => ({
  qid: ulid(),
  stem,
  options,
  answer,
  model,
  explain: `【解析】${stem}`,
});

/** A bank of its own discipline whose right options have recognisable texts, for tests only. */
export function newBank(
  discipline: string,
  counts: Partial<Record<QuestionType, number>>,
): NewQuestion[] {
  const make: Record<QuestionType, (n: number) => Part[]> = {
    A1: (n) => [part(`单选${n}`, ['对', '错一', '错二', '错三'], [0])],
    A2: (n) => [part(`病例${n}`, ['错一', '对', '错二', '错三'], [1])],
    X: (n) => [part(`多选${n}`, ['对一', '错一', '对二', '错二', '对三'], [0, 2, 4])],
    J: (n) => [part(`判断${n}`, ['正确', '错误'], [1])],
    A34: (n) => [
      part(`病例组${n}之一`, ['错一', '错二', '对'], [2]),
      part(`病例组${n}之二`, ['对', '错一', '错二'], [0]),
    ],
    B1: (n) => [
      part(`配伍${n}之一`, ['甲', '乙', '丙'], [0]),
      part(`配伍${n}之二`, ['甲', '乙', '丙'], [2]),
    ],
    FB: (n) => [
      {
        ...part(`填空${n}：收缩压____，舒张压____`, [], []),
        blanks: { accepted: [['140', '一百四'], ['90']], any_order: 'N' },
      },
    ],
    SA: (n) => [part(`简答${n}`, [], [], '参考答案')],
  };
  return Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, (_, index): NewQuestion => ({
      question_id: ulid(),
      type: type as QuestionType,
      discipline,
      point: index % 2 ? '乙点' : '甲点',
      difficulty: 1,
      stem: type === 'A34' ? `共用题干${index}` : '',
      parts: make[type as QuestionType](index),
    })),
  );
}

export interface TestExam {
  course: TestCourse;
  paper_id: string;
  discipline: string;
}

interface ExamOptions {
  policy?: Partial<Policy>;
  rules?: Rule[];
  counts?: Partial<Record<QuestionType, number>>;
  open_at?: Date;
  close_at?: Date;
  has_survey?: 'Y' | 'N';
}

export const usualRules: Rule[] = [
  { type: 'A1', points: [], count: 4, parts: 1, score: 10 },
  { type: 'X', points: [], count: 2, parts: 1, score: 10 },
  { type: 'J', points: [], count: 2, parts: 1, score: 10 },
  { type: 'A34', points: [], count: 1, parts: 2, score: 10 },
];

/** A free course of one section with a published paper of ten questions for 100 points. */
export async function newExam(
  api: TestApi,
  {
    policy,
    rules = usualRules,
    counts = { A1: 8, X: 4, J: 4, A34: 2 },
    open_at,
    close_at,
    has_survey = 'N',
  }: ExamOptions = {},
): Promise<TestExam> {
  const { db, clock } = api;
  const course = await newCourse(api, { has_exam: 'Y', has_survey });
  const paper_id = ulid();
  const discipline = ulid();
  await insertQuestions(db, newBank(discipline, counts), clock.now());
  await insertPapers(
    db,
    [
      {
        paper_id,
        title: '结课考试',
        disciplines: [discipline],
        rules,
        policy: { ...usualPolicy, cooldown_min: 30, ...policy },
        open_at: open_at ?? null,
        close_at: close_at ?? null,
      },
    ],
    [{ site_id: 'main', content_id: course.id, paper_id }],
  );
  await publishPaper(db, paper_id, clock.now());
  return { course, paper_id, discipline };
}

/** A learner who has joined the course; `studied`: and finished its sections. */
export async function newExaminee(
  api: TestApi,
  exam: Pick<TestExam, 'course'>,
  studied = true,
): Promise<Learner & { learning_id: string }> {
  const learner = await newLearner(api);
  const { learning_id } = await api.send(learnJoin, { id: exam.course.id }, learner);
  if (studied) await study(api, learning_id, exam.course);
  return { ...learner, learning_id };
}

export async function study(
  { db, clock }: TestApi,
  learningId: string,
  course: TestCourse,
): Promise<void> {
  await insertProgress(
    db,
    course.sections.map((sectionId) => ({
      learning_id: learningId,
      section_id: sectionId,
      section_status: 'finished' as const,
      watched_ranges: [[0, 60_000]] as [number, number][],
      covered_ms: 60_000,
      furthest_ms: 60_000,
      updated_at: clock.now(),
    })),
  );
  await db.transaction((tx) => recompute(tx, completion, learningId, clock.now()));
}

interface Item {
  qid: string;
  options: { key: string; text: string }[];
}

/** The right keys of a question of `newBank`. */
export function rightKeys({ options }: Item): string[] {
  const right = options.filter(({ text }) => text.startsWith('对') || text === '错误');
  return (right.length > 0 ? right : options.slice(0, 1)).map(({ key }) => key);
}
/** Keys without points. */
export const wrongKeys = ({ options }: Item): string[] =>
  options
    .filter(({ text }) => (text.startsWith('错') && text !== '错误') || text === '正确')
    .slice(0, 1)
    .map(({ key }) => key);

/** Answers the first `right` questions correctly, the others incorrectly. */
export const answersFor = (items: readonly Item[], right: number, version = 1) =>
  items.map((item, index) => ({
    qid: item.qid,
    answer: index < right ? rightKeys(item) : wrongKeys(item),
    version,
    marked: 'N' as const,
  }));

/** A survey with every type of question. */
export async function newSurvey(
  { db }: TestApi,
  contentId: string,
  more: { editable?: 'Y' | 'N' } = {},
) {
  const survey_id = ulid();
  const choices = ['一', '二', '三'].map((text, index) => ({ key: String(index + 1), text }));
  const qids = { single: ulid(), multiple: ulid(), rating: ulid(), matrix: ulid(), text: ulid() };
  const base = { survey_id, options: choices };
  await insertSurveys(
    db,
    [{ survey_id, site_id: 'main', content_id: contentId, title: '课程评价', ...more }],
    [
      { ...base, qid: qids.single, sort: 1, type: 'single', stem: '单选' },
      { ...base, qid: qids.multiple, sort: 2, type: 'multiple', stem: '多选' },
      {
        ...base,
        qid: qids.rating,
        sort: 3,
        type: 'rating',
        stem: '评分',
        options: ['1', '2', '3', '4', '5'].map((key) => ({ key, text: key })),
      },
      { ...base, qid: qids.matrix, sort: 4, type: 'matrix', stem: '矩阵', rows: choices },
      {
        ...base,
        qid: qids.text,
        sort: 5,
        type: 'text',
        stem: '建议',
        required: 'N',
        options: [],
        max_length: 500,
      },
    ],
  );
  return { survey_id, qids };
}
