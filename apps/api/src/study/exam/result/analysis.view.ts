import type { DataOf } from '@cme/contract/base';
import { type examAnalysis, questionTypes } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readAnswers } from '../enrolment/answer.store.ts';
import { type Attempt, readRank } from '../enrolment/exam.store.ts';
import {
  drawnQuestions,
  toExamItem,
  getRightAnswer,
  reviewBlanks,
} from '../paper/instance.rules.ts';
import { questionKinds } from '../paper/question-kinds.ts';
import type { DrawnQuestion } from '../paper/question.ts';
import { seeResult } from './result.view.ts';

type Analysis = DataOf<typeof examAnalysis>;

/** Minimum number of graded attempts for a meaningful rank. */
const minAttempts = 10;

/**
 * Review of a finished attempt. Everything that reveals correct answers, including sums by point,
 * is present only when the paper's policy allows it: otherwise attempts could be used to probe the
 * options.
 */
export async function readAnalysis(db: Db, attempt: Attempt, now: Date): Promise<Analysis> {
  const { result, frozen, overview, may } = await seeResult(db, attempt, now);
  const questions = drawnQuestions(frozen, attempt.instance);
  const answers = new Map(
    (await readAnswers(db, [attempt.score_id])).map(({ qid, answer }) => [qid, answer]),
  );
  const isRight = ({ part, slot }: DrawnQuestion) => attempt.marks[part.qid] === slot.score;
  const rank =
    attempt.score === null
      ? { all: 0, below: 0 }
      : await readRank(db, attempt.paper_id, attempt.score);
  const toSolution = (question: DrawnQuestion) => ({
    got: attempt.marks[question.part.qid] ?? 0,
    right: getRightAnswer(question),
    explain: question.part.explain,
    is_right: isRight(question) ? ('Y' as const) : ('N' as const),
    blank_results: reviewBlanks(question, answers.get(question.part.qid) ?? []),
  });
  return {
    ...result,
    ...(rank.all >= minAttempts ? { rank_percent: Math.floor((rank.below / rank.all) * 100) } : {}),
    ...(may ? { right_count: questions.filter(isRight).length } : {}),
    question_count: questions.length,
    by_type: may ? groupByType(questions, attempt, isRight) : [],
    by_point: may ? groupByPoint(questions, isRight) : [],
    attempts: overview.attempts
      .filter(({ attempt_status }) => attempt_status === 'graded')
      .map((attempt) => ({
        score_id: attempt.score_id,
        no: attempt.attempt_no,
        score: attempt.score ?? 0,
        result: attempt.result ?? '',
        at: attempt.submitted_at ? formatTime(attempt.submitted_at) : '',
      })),
    items: questions.map((question, index) => ({
      ...toExamItem(question, index + 1),
      my: answers.get(question.part.qid) ?? [],
      ...(may ? toSolution(question) : {}),
    })),
  };
}

function groupByType(
  questions: readonly DrawnQuestion[],
  { marks }: Attempt,
  isRight: (question: DrawnQuestion) => boolean,
): Analysis['by_type'] {
  return questionTypes.flatMap((type) => {
    const ofType = questions.filter(({ unit }) => unit.type === type);
    const sum = (getNumber: (question: DrawnQuestion) => number) =>
      ofType.reduce((total, question) => total + Math.round(getNumber(question) * 100), 0) / 100;
    return ofType.length === 0
      ? []
      : [
          {
            type,
            name: questionKinds[type].name,
            total: ofType.length,
            right: ofType.filter(isRight).length,
            score: sum(({ part }) => marks[part.qid] ?? 0),
            full: sum(({ slot }) => slot.score),
          },
        ];
  });
}

function groupByPoint(
  questions: readonly DrawnQuestion[],
  isRight: (question: DrawnQuestion) => boolean,
): Analysis['by_point'] {
  const points = new Map<string, { point: string; total: number; right: number }>();
  for (const question of questions) {
    const row = points.get(question.unit.point) ?? {
      point: question.unit.point,
      total: 0,
      right: 0,
    };
    points.set(question.unit.point, {
      ...row,
      total: row.total + 1,
      right: row.right + (isRight(question) ? 1 : 0),
    });
  }
  return [...points.values()];
}
