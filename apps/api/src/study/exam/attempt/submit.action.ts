import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { lockLearnings } from '../../learning/learning.store.ts';
import { isDue } from '../enrolment/action.rules.ts';
import { type Answer, readAnswers, saveAnswers } from '../enrolment/answer.store.ts';
import { bookAll } from '../grading/book.job.ts';
import { examMoved, noAttempt, openQuestions, tooEarly } from '../enrolment/exam.refusals.ts';
import {
  type Attempt,
  countSwitch,
  findAttempt,
  lockAttempts,
  readAttempts,
} from '../enrolment/exam.store.ts';
import { type AttemptEnding, submitAttempts } from '../grading/grade.action.ts';
import { lockEnrolmentAndAttempt } from '../enrolment/attempt.lock.ts';
import { drawnQuestions, isAnswered } from '../paper/instance.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';
import type { DrawnQuestion } from '../paper/question.ts';
import { invalidAnswer, isOwn, type SaveRequest } from './save.action.ts';

export interface SubmitRequest extends SaveRequest {
  isConfirmed: boolean;
}

/**
 * Submits concurrent requests in one transaction. An attempt has one submission and one score;
 * later requests get the same reply. A refused one fails alone.
 */
export async function submitAll(
  db: Db,
  completion: CompletionEffects,
  requests: readonly SubmitRequest[],
  now: Date,
): Promise<(Attempt | Error)[]> {
  const before = await readAttempts(
    db,
    requests.map(({ score_id }) => score_id),
  );
  const ownRequests = requests.filter((request) => isOwn(before.get(request.score_id), request));
  const errors = new Map<SubmitRequest, Error>();
  for (const request of ownRequests) {
    const error = await invalidAnswer(db, before.get(request.score_id)!, request.answers);
    if (error && before.get(request.score_id)!.attempt_status === 'in_progress')
      errors.set(request, error);
  }
  const valid = ownRequests.filter((request) => !errors.has(request));
  const after =
    valid.length === 0
      ? new Map<SubmitRequest, Attempt | Error>()
      : await db.transaction((tx) => submitLocked(tx, completion, valid, before, now));
  return requests.map((request) => errors.get(request) ?? after.get(request) ?? noAttempt());
}

async function submitLocked(
  tx: Db,
  completion: CompletionEffects,
  requests: readonly SubmitRequest[],
  before: ReadonlyMap<string, Attempt>,
  now: Date,
): Promise<Map<SubmitRequest, Attempt | Error>> {
  await lockLearnings(
    tx,
    requests.map(({ score_id }) => before.get(score_id)!.learning_id),
  );
  const attempts = await lockAttempts(
    tx,
    requests.map(({ score_id }) => score_id),
  );
  // The last answers are stored even if the submission is refused, for unanswered questions or the
  // minimum time.
  await saveAnswers(tx, requests, now);
  const decisions = await decide(tx, requests, attempts, now);
  const endings = [...decisions.values()].flatMap((item) =>
    item instanceof Error || item === 'before' ? [] : [item],
  );
  const ended = new Map(
    (await bookAll(tx, completion, await submitAttempts(tx, unique(endings), now), now)).map(
      (attempt) => [attempt.score_id, attempt],
    ),
  );
  return new Map(
    [...decisions].map(([request, one]) => [
      request,
      ended.get(request.score_id) ?? (one instanceof Error ? one : attempts.get(request.score_id)!),
    ]),
  );
}

const unique = (endings: readonly AttemptEnding[]) => [
  ...new Map(endings.map((ending) => [ending.attempt.score_id, ending])).values(),
];

/** A page submits automatically at its deadline; its clock may be slightly ahead of ours. */
const isAtEnd = ({ deadline_at }: Attempt, now: Date) =>
  now.getTime() >= deadline_at.getTime() - 2000;

/** For each request: the result, the earlier result, or the refusal. */
async function decide(
  tx: Db,
  requests: readonly SubmitRequest[],
  attempts: ReadonlyMap<string, Attempt>,
  now: Date,
): Promise<Map<SubmitRequest, AttemptEnding | 'before' | Error>> {
  const decisions = new Map<SubmitRequest, AttemptEnding | 'before' | Error>();
  const unconfirmed = requests
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(({ score_id }) => score_id);
  const answers = await readAnswers(tx, unconfirmed);
  for (const request of requests) {
    const attempt = attempts.get(request.score_id)!;
    const frozen = await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version);
    const { policy } = frozen;
    const open = request.isConfirmed
      ? 0
      : countOpen(
          drawnQuestions(frozen, attempt.instance),
          answers.filter(({ score_id }) => score_id === request.score_id),
        );
    if (attempt.attempt_status !== 'in_progress') decisions.set(request, 'before');
    else if (isDue(attempt, now))
      decisions.set(request, {
        attempt,
        submit_type: 'timeout',
        actor: { actor_type: 'system', actor_id: 'deadline' },
      });
    else if (attempt.seat !== request.seat) decisions.set(request, examMoved());
    else if (now.getTime() < attempt.started_at.getTime() + policy.min_seconds * 1000)
      decisions.set(request, tooEarly(policy.min_seconds));
    else if (open > 0) decisions.set(request, openQuestions(open));
    else
      decisions.set(request, {
        attempt,
        submit_type: isAtEnd(attempt, now) ? 'timeout' : 'manual',
        actor: { actor_type: 'learner', actor_id: attempt.user_id },
      });
  }
  return decisions;
}

function countOpen(questions: readonly DrawnQuestion[], answers: readonly Answer[]): number {
  const byQid = new Map(answers.map(({ qid, answer }) => [qid, answer]));
  return questions.filter((question) => !isAnswered(question, byQid.get(question.part.qid))).length;
}

/**
 * Records an event on the page. Screen switches are counted; too many submit, where the paper says
 * so.
 */
export async function recordEvent(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  completion: CompletionEffects,
  owner: { user_id: string; site_id: string },
  scoreId: string,
  kind: string,
): Promise<{ switch_count: number; submitted: 'Y' | 'N' }> {
  const attempt = await findAttempt(db, owner, scoreId);
  if (!attempt) throw noAttempt();
  if (attempt.attempt_status !== 'in_progress')
    return { switch_count: attempt.switch_count, submitted: 'Y' };
  if (kind !== 'blur') return { switch_count: attempt.switch_count, submitted: 'N' };
  const switch_count = await countSwitch(db, scoreId);
  const { policy } = await readFrozenPaper(db, attempt.paper_id, attempt.paper_version);
  if (policy.switch_enforced !== 'Y' || switch_count <= policy.switch_limit)
    return { switch_count, submitted: 'N' };
  await db.transaction(async (tx) => {
    const locked = await lockEnrolmentAndAttempt(tx, scoreId);
    if (locked?.attempt_status === 'in_progress')
      await bookAll(
        tx,
        completion,
        await submitAttempts(
          tx,
          [
            {
              attempt: locked,
              submit_type: 'switch',
              actor: { actor_type: 'system', actor_id: 'switch' },
            },
          ],
          now(),
        ),
        now(),
      );
  });
  return { switch_count, submitted: 'Y' };
}
