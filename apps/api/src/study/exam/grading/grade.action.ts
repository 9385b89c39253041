import type { Db } from '../../../platform/database/database.ts';
import { logStates } from '../../../platform/state-log/state-log.store.ts';
import { readAnswers } from '../enrolment/answer.store.ts';
import { type Attempt, updateScored } from '../enrolment/exam.store.ts';
import type { SubmitType } from '../enrolment/exam.tables.ts';
import { drawnQuestions } from '../paper/instance.rules.ts';
import type { FrozenPaper } from '../paper/paper.rules.ts';
import { betterMarks } from '../paper/keys.rules.ts';
import { readKeyed } from '../paper/keys.store.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';
import type { Actor } from '../paper/decision.rules.ts';
import { gradeAnswers, sumMarks } from './score.rules.ts';

export interface AttemptEnding {
  attempt: Attempt;
  submit_type: SubmitType;
  actor: Actor;
}

/**
 * Submits locked, running attempts: scores the stored answers in the caller's transaction. Only
 * short answers are left for review. The consequences for the course are booked later
 * (`book.job.ts`).
 */
export async function submitAttempts(
  tx: Db,
  requests: readonly AttemptEnding[],
  now: Date,
): Promise<Attempt[]> {
  const answers = await readAnswers(
    tx,
    requests.map(({ attempt }) => attempt.score_id),
  );
  const ended: Attempt[] = [];
  for (const { attempt, submit_type } of requests) {
    const frozen = await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version);
    const ownRequests = new Map(
      answers
        .filter(({ score_id }) => score_id === attempt.score_id)
        .map(({ qid, answer }) => [qid, answer]),
    );
    const keyed = attempt.key_version === null ? undefined : await readKeyed(tx, attempt);
    ended.push(
      scoreAttempt(
        { ...attempt, submit_type },
        keyed ? [frozen, keyed] : [frozen],
        ownRequests,
        now,
      ),
    );
  }
  await updateScored(tx, ended);
  await logStates(
    tx,
    ended.map(({ score_id, attempt_status, submit_type }, index) => ({
      entity: 'exam_attempt',
      entity_id: score_id,
      from: requests[index]!.attempt.attempt_status,
      to: attempt_status,
      at: now,
      reason: submit_type ?? '',
      ...requests[index]!.actor,
    })),
  );
  return ended;
}

/**
 * Scored with the keys it was drawn with and with corrected ones, if any: the better result counts,
 * as in a regrade.
 */
function scoreAttempt(
  attempt: Attempt,
  [frozen, corrected = frozen]: readonly [FrozenPaper, FrozenPaper?],
  answers: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Attempt {
  const questions = drawnQuestions(frozen, attempt.instance);
  const scoreWith = (keys: FrozenPaper) =>
    gradeAnswers(drawnQuestions(keys, attempt.instance), answers, frozen.policy);
  const marks =
    corrected === frozen ? scoreWith(frozen) : betterMarks(scoreWith(frozen), scoreWith(corrected));
  const submitted_at = new Date(Math.min(now.getTime(), attempt.deadline_at.getTime()));
  const used_seconds = Math.max(
    0,
    Math.round((submitted_at.getTime() - attempt.started_at.getTime()) / 1000),
  );
  const ended: Attempt = {
    ...attempt,
    attempt_status: 'reviewing',
    submitted_at,
    used_seconds,
    marks,
  };
  return questions.every(({ part }) => part.qid in marks)
    ? settleAttempt(ended, frozen, now)
    : ended;
}

/** The total of an attempt with all questions graded. */
export function settleAttempt(attempt: Attempt, frozen: FrozenPaper, now: Date): Attempt {
  const score = sumMarks(attempt.marks);
  return {
    ...attempt,
    attempt_status: 'graded',
    score,
    result: score >= frozen.policy.pass ? 'passed' : 'failed',
    graded_at: now,
  };
}
