import type { InferInsertModel } from 'drizzle-orm';
import type { paper, paperCourse } from '../study/exam/paper/paper.tables.ts';
import type { NewQuestion } from '../study/exam/paper/paper.store.ts';
import { type Policy, type Rule, usualPolicy } from '../study/exam/paper/paper.rules.ts';
import type { Part } from '../study/exam/paper/question.ts';
import { courses } from '@cme/sample/courses';
import { examCourses } from '@cme/sample/exam-courses';
import { sampleId } from '@cme/sample/ids';
import { banks } from '@cme/sample/questions/questions';
import type { SampleGroup, SampleQuestion, SampleType } from '@cme/sample/questions/shape';
import { sites } from '@cme/sample/sites';

type QuestionText = Pick<
  SampleQuestion,
  'stem' | 'options' | 'answer' | 'explain' | 'accepted' | 'any_order'
>;

const judged = ['正确', '错误'];
const letter = 'ABCDEFGH';

type Key = Pick<Part, 'options' | 'answer' | 'model' | 'blanks'>;
const noKey: Key = { options: [], answer: [], model: '' };

const toChoice = ({ options = [], answer }: QuestionText): Key => ({
  ...noKey,
  options: [...options],
  answer: [...answer].map((key) => letter.indexOf(key)),
});

const keys: Record<SampleType, (question: QuestionText) => Key> = {
  A1: toChoice,
  A2: toChoice,
  X: toChoice,
  A34: toChoice,
  J: ({ answer }) => ({ ...noKey, options: judged, answer: [answer === 'Y' ? 0 : 1] }),
  FB: ({ accepted = [], any_order = 'N' }) => ({
    ...noKey,
    blanks: { accepted: accepted.map((texts) => [...texts]), any_order },
  }),
  SA: ({ answer }) => ({ ...noKey, model: answer }),
};

const toPart = (no: string, index: number, type: SampleType, question: QuestionText): Part => ({
  qid: sampleId('question part', no, String(index)),
  stem: question.stem,
  explain: question.explain,
  ...keys[type](question),
});

function toQuestionRow(discipline: string, row: SampleQuestion | SampleGroup): NewQuestion {
  const { no, type, point, difficulty } = row;
  const parts =
    'parts' in row
      ? row.parts.map((part, index) => toPart(no, index, type, part))
      : [toPart(no, 0, type, row)];
  return {
    question_id: sampleId('question', no),
    type,
    discipline,
    point,
    difficulty,
    stem: 'parts' in row ? row.stem : '',
    parts,
  };
}

export const questionRows: readonly NewQuestion[] = banks.flatMap(({ key, questions }) =>
  questions.map((row) => toQuestionRow(key, row)),
);

type Special = 'FB' | 'SA';
/** At most so many questions of a type; A1 fills the rest. */
const most: Readonly<Record<Rule['type'], number>> = {
  FB: 5,
  SA: 1,
  A34: 1,
  A2: 2,
  X: 3,
  J: 5,
  A1: 20,
};
const sizes = [20, 10, 5];

/** A paper of 20, 10 or 5 questions of equal score on what the course teaches, for 100 points.
 * Written questions are drawn for some courses only. */
function rulesFor({ bank, points }: (typeof examCourses)[string], special?: Special): Rule[] {
  const pool = questionRows.filter(
    (row) =>
      row.discipline === bank &&
      points.includes(row.point) &&
      (row.type === special || (row.type !== 'FB' && row.type !== 'SA')),
  );
  const units = pool.reduce((sum, { parts }) => sum + parts.length, 0);
  const size = sizes.find((size) => size <= units) ?? 5;
  const rules: Rule[] = [];
  let left = size;
  for (const type of ['FB', 'SA', 'A34', 'A2', 'X', 'J', 'A1'] as const) {
    const ofType = pool.filter((row) => row.type === type);
    const parts = ofType[0]?.parts.length ?? 1;
    const count = Math.min(ofType.length, most[type], Math.floor(left / parts));
    // A case of several parts would take too much of a short paper.
    if (count === 0 || (type === 'A34' && size < 20)) continue;
    left -= count * parts;
    rules.push({ type, points: [...points], count, parts, score: 100 / size });
  }
  if (left > 0) throw new Error(`the sample has too few questions on ${points.join('、')}`);
  return rules;
}

/** Differences from the default; days relative to the creation of the sample. */
const own: Record<
  string,
  {
    policy?: Partial<Policy>;
    opensIn?: number;
    closedSince?: number;
    special?: Special;
  }
> = {
  copd: { policy: { cooldown_min: 2 * 1440 }, special: 'FB' },
  'critical-nursing': { policy: { duration_min: 120, switch_limit: 5, switch_enforced: 'Y' } },
  trauma: { opensIn: 3 },
  'data-privacy': { closedSince: 2 },
  diabetes: { special: 'SA' },
};

const day = 86_400_000;

/** On the test site these have their own one-minute papers, to see how time runs out. */
const timed: readonly string[] = ['ai-health', 'stroke', 'mental-wellbeing'];
const isTimed = (site: string, key: string) => site === 'test' && timed.includes(key);
const timedPolicy = { duration_min: 1, max_attempts: 9, cooldown_min: 0 };
const paperId = (key: string) => sampleId('paper', key);
const timedId = (key: string) => sampleId('paper', `test/${key}`);

export function paperRows(now: Date): InferInsertModel<typeof paper>[] {
  const moment = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * day);
  const rows = Object.entries(examCourses).map(([key, source]) => {
    const course = courses.find((course) => course.key === key);
    if (!course) throw new Error(`the sample has no course ${key}`);
    const isPublic = course.subject_kind === 'public';
    const { policy, opensIn, closedSince, special } = own[key] ?? {};
    return {
      paper_id: paperId(key),
      title: `${course.title}结课考试`,
      kind: isPublic ? ('public' as const) : ('course' as const),
      disciplines: [source.bank],
      rules: rulesFor(source, special),
      policy: { ...usualPolicy, max_attempts: isPublic ? 2 : 3, ...policy },
      open_at: moment(opensIn),
      close_at: moment(closedSince === undefined ? undefined : -closedSince),
    };
  });
  const short = timed.map((key) => {
    const row = rows.find(({ paper_id }) => paper_id === paperId(key))!;
    return {
      ...row,
      paper_id: timedId(key),
      title: row.title.replace('结课考试', '一分钟限时测试'),
      policy: { ...row.policy, ...timedPolicy },
    };
  });
  return [...rows, ...short];
}

const siteIds = new Map(sites.map(({ key, site_id }) => [key, site_id]));

/** The same paper on every site of the course. */
export const paperLinks: readonly InferInsertModel<typeof paperCourse>[] = courses
  .filter(({ key }) => key in examCourses)
  .map(({ id, key, site }) => ({
    site_id: siteIds.get(site) ?? site,
    content_id: id,
    paper_id: isTimed(site, key) ? timedId(key) : paperId(key),
  }));
