import type { Db } from '../../platform/database/database.ts';
import { keyAt } from '../../study/exam/paper/choice.rules.ts';
import { draw, type Random } from '../../study/exam/paper/draw.rules.ts';
import {
  type Attempt,
  insertAnswers,
  insertAttempts,
} from '../../study/exam/enrolment/exam.store.ts';
import { drawnQuestions, getRightAnswer } from '../../study/exam/paper/instance.rules.ts';
import {
  insertPapers,
  insertQuestions,
  publishPaper,
  readFrozenPaper,
} from '../../study/exam/paper/paper.store.ts';
import type { DrawnQuestion } from '../../study/exam/paper/question.ts';
import { gradeAnswers, sumMarks } from '../../study/exam/grading/score.rules.ts';
import {
  findCurrentLearning,
  type Learning,
  updateLearning,
} from '../../study/learning/learning.store.ts';
import { markExam } from '../../study/learning/outcome.action.ts';
import { insertSubmission, insertSurveys, writeAnswers } from '../../study/survey/survey.store.ts';
import { courses } from '@cme/sample/courses';
import { examinees } from '@cme/sample/examinees';
import { sampleId } from '@cme/sample/ids';
import { insertEnrolment } from './insert-enrolments.ts';
import { toMoment } from '@cme/sample/moments';
import { paperLinks, paperRows, questionRows } from '../papers.ts';
import { people, studied } from '@cme/sample/people';
import { contentAnswers, surveyQuestionRows, surveyRows } from '../surveys.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const minute = 60_000;

/** Bank, papers and surveys. */
export async function insertSamplePapers(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 400 * 86_400_000);
  await insertQuestions(db, questionRows, longAgo);
  const papers = paperRows(now);
  await insertPapers(db, papers, [...paperLinks]);
  for (const { paper_id } of papers) await publishPaper(db, paper_id, longAgo);
  await insertSurveys(db, [...surveyRows], [...surveyQuestionRows]);
}

/** Attempts that have passed and attempts in progress. Requires the people's enrolments. */
export async function insertSampleAttempts(db: Db, now: Date): Promise<void> {
  for (const person of people) {
    for (const { course_id, learn_status, completed } of person.enrolments) {
      const learning =
        learn_status === 'completed' && completed
          ? await findCurrentLearning(db, person.user_id, course_id)
          : undefined;
      if (learning && completed) await insertOutcome(db, learning, toMoment(completed, now));
    }
  }
  for (const { who: personKey, site, course, studied: when, attempts } of examinees) {
    const person = people.find(({ key }) => key === personKey)!;
    await insertEnrolment(db, person, studied(personKey, site, course, when), now);
    const learning = (await findCurrentLearning(
      db,
      person.user_id,
      courses.find((item) => item.key === course && item.site === site)!.id,
    ))!;
    for (const [index, attempt] of attempts.entries()) {
      await insertAttempt(db, learning, {
        ...attempt,
        no: index + 1,
        at: new Date(now.getTime() - attempt.minutesAgo * minute),
        state: attempt.state ?? 'graded',
      });
    }
    await insertStanding(db, learning, attempts, now);
  }
}

/** The examination of a completed enrolment was passed and its survey submitted. */
async function insertOutcome(db: Db, learning: Learning, at: Date): Promise<void> {
  if (paperLinks.some(({ content_id }) => content_id === learning.content_id)) {
    await insertAttempt(db, learning, { no: 1, right: 0.9, at, state: 'graded' });
    await updateLearning(db, learning.learning_id, { exam_status: 'passed' });
  }
  const survey = surveyRows.find(({ content_id }) => content_id === learning.content_id);
  if (!survey) return;
  const submission_id = sampleId('submission', learning.learning_id);
  await insertSubmission(db, {
    submission_id,
    survey_id: survey.survey_id,
    learning_id: learning.learning_id,
    user_id: learning.user_id,
    submitted_at: at,
  });
  await writeAnswers(db, submission_id, contentAnswers(survey.survey_id));
  await updateLearning(db, learning.learning_id, { survey_status: 'done' });
}

async function insertStanding(
  db: Db,
  { learning_id, content_id }: Learning,
  attempts: readonly { right: number; state?: string }[],
  now: Date,
): Promise<void> {
  const graded = attempts.filter(({ state }) => state === undefined);
  const isPublic = courses.find(({ id }) => id === content_id)?.subject_kind === 'public';
  if (graded.some(({ right }) => right >= 0.75))
    await db.transaction((tx) => markExam(tx, completion, learning_id, 'passed', now));
  else if (graded.length >= (isPublic ? 2 : 3))
    await db.transaction((tx) => markExam(tx, completion, learning_id, 'failed', now));
}

interface Sitting {
  no: number;
  /** Share of right answers. */
  right: number;
  /** Time of submission, or of the start of a running one. */
  at: Date;
  state: 'graded' | 'running' | 'reviewing';
}

/** A plausible attempt, deterministic. */
async function insertAttempt(
  db: Db,
  learning: Learning,
  { no, right, at, state }: Sitting,
): Promise<void> {
  const paper_id =
    paperLinks.find(({ content_id }) => content_id === learning.content_id)?.paper_id ?? '';
  const frozen = await readFrozenPaper(db, paper_id, 1);
  const score_id = sampleId('attempt', learning.learning_id, String(no));
  const instance = draw(frozen, steady(score_id));
  const questions = drawnQuestions(frozen, instance);
  const isRunning = state === 'running';
  const given = questions
    .slice(0, isRunning ? Math.ceil(questions.length * right) : questions.length)
    .map((item, place) => ({
      qid: item.part.qid,
      answer:
        isRunning || place / questions.length < right ? getRightAnswer(item) : getWrongAnswer(item),
    }))
    .filter(({ answer }) => answer.length > 0);
  const marks = gradeAnswers(
    questions,
    new Map(given.map(({ qid, answer }) => [qid, answer])),
    frozen.policy,
  );
  const started_at = new Date(at.getTime() - (isRunning ? 0 : 24 * minute));
  const score = sumMarks(marks);
  const graded = {
    attempt_status: 'graded' as const,
    score,
    result: score >= frozen.policy.pass ? ('passed' as const) : ('failed' as const),
    graded_at: at,
    booked_at: at,
  };
  const row: Attempt = {
    score_id,
    site_id: learning.site_id,
    user_id: learning.user_id,
    learning_id: learning.learning_id,
    content_id: learning.content_id,
    paper_id,
    paper_version: 1,
    key_version: null,
    attempt_no: no,
    counted: true,
    instance,
    attempt_status: state === 'reviewing' ? 'reviewing' : 'in_progress',
    seat: 'sample',
    device: '',
    started_at,
    deadline_at: new Date(started_at.getTime() + frozen.policy.duration_min * minute),
    switch_count: 0,
    submit_type: isRunning ? null : 'manual',
    submitted_at: isRunning ? null : at,
    used_seconds: isRunning ? 0 : 24 * 60,
    marks: isRunning ? {} : marks,
    score: null,
    result: null,
    graded_at: null,
    booked_at: null,
    ...(state === 'graded' ? graded : {}),
  };
  await insertAttempts(db, [row]);
  await insertAnswers(
    db,
    given.map((answer) => ({ ...answer, score_id, version: 1, saved_at: at })),
  );
}

/** An answer without points; a written one stays empty. */
function getWrongAnswer({ slot, part }: DrawnQuestion): string[] {
  const wrong = slot.options.findIndex((place) => !part.answer.includes(place));
  return wrong < 0 ? [] : [keyAt(wrong)];
}

/** A deterministic pseudo-random generator seeded by a word. */
function steady(word: string): Random {
  let state = [...word].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647,
    7,
  );
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}
