import { randomInt, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext, Person } from '../../../platform/context/context.ts';
import { notOwned } from '../../learning/enrolled.ts';
import { statusAt } from '../../learning/learning.rules.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { findLearning, lockLearning } from '../../learning/learning.store.ts';
import { refuseSuspended } from '../../learning/suspend.action.ts';
import { getExamAction, computeDeadline, graceMs, isDue } from '../enrolment/action.rules.ts';
import { draw } from '../paper/draw.rules.ts';
import { noPaper, notStartable } from '../enrolment/exam.refusals.ts';
import { readEarlierUses } from '../enrolment/earlier-use.store.ts';
import {
  type Attempt,
  insertAttempts,
  lastAttemptNo,
  lockAttempt,
  readAttemptSummaries,
  moveToPage,
} from '../enrolment/exam.store.ts';
import { closeDue } from './finish.action.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { findPaper, readFrozenPaper } from '../paper/paper.store.ts';

export const deadlineQueue = 'exam-deadline';

interface StartRequest {
  site: { site_id: string };
  person: Person;
  paperId: string;
  learningId: string;
  device: string;
}

/**
 * Starts an attempt, or takes over the current one. The enrolment is locked, so that concurrent
 * starts create only one.
 */
export function startExam(
  context: AppContext,
  completion: CompletionEffects,
  request: StartRequest,
): Promise<Attempt> {
  return context.db.transaction(async (tx) => {
    const now = context.now();
    const enrolment = await findLearning(tx, request.person.user_id, request.learningId);
    if (
      !enrolment ||
      enrolment.site_id !== request.site.site_id ||
      enrolment.learn_status === 'revoked'
    )
      throw notOwned();
    const paper = await findPaper(tx, request.site.site_id, enrolment.content_id);
    if (paper?.paper_id !== request.paperId) throw noPaper();
    const learning = await lockLearning(tx, request.learningId);
    if (!learning) throw notOwned();
    refuseSuspended(learning);
    const running = await closeOrResume(tx, completion, request, now);
    if (running) return running;
    const frozen = await readFrozenPaper(tx, paper.paper_id, paper.version);
    const attempts = (await readAttemptSummaries(tx, [learning.learning_id])).filter(
      ({ paper_id }) => paper_id === paper.paper_id,
    );
    const earlier = (await readEarlierUses(tx, [learning.learning_id])).filter(
      ({ paper_id }) => paper_id === paper.paper_id,
    );
    const { action, reason, cooling_until } = getExamAction({
      learn_status: statusAt(learning, now),
      progress: learning.progress,
      paper,
      policy: frozen.policy,
      attempts,
      earlier,
      now,
    });
    if (action !== 'can_start') throw notStartable(action, reason, cooling_until);
    return begin(context, tx, {
      score_id: ulid(now.getTime()),
      site_id: request.site.site_id,
      user_id: request.person.user_id,
      learning_id: learning.learning_id,
      content_id: learning.content_id,
      paper_id: paper.paper_id,
      paper_version: paper.version,
      key_version: null,
      attempt_no: (await lastAttemptNo(tx, learning.learning_id, paper.paper_id)) + 1,
      counted: true,
      instance: draw(frozen, (below) => randomInt(below)),
      attempt_status: 'in_progress',
      seat: randomUUID(),
      device: request.device.slice(0, 300),
      started_at: now,
      deadline_at: computeDeadline(now, frozen.policy.duration_min, paper.close_at),
      switch_count: 0,
      submit_type: null,
      submitted_at: null,
      used_seconds: 0,
      marks: {},
      score: null,
      result: null,
      graded_at: null,
      booked_at: null,
    });
  });
}

async function begin(context: AppContext, tx: Db, attempt: Attempt): Promise<Attempt> {
  await insertAttempts(tx, [attempt]);
  await logState(tx, {
    entity: 'exam_attempt',
    entity_id: attempt.score_id,
    from: '',
    to: 'in_progress',
    actor_type: 'learner',
    actor_id: attempt.user_id,
    at: attempt.started_at,
  });
  await context.jobs.enqueue(
    tx,
    deadlineQueue,
    { score_id: attempt.score_id },
    { startAfter: new Date(attempt.deadline_at.getTime() + graceMs) },
  );
  return attempt;
}

async function closeOrResume(
  tx: Db,
  completion: CompletionEffects,
  { learningId, paperId, device }: StartRequest,
  now: Date,
): Promise<Attempt | undefined> {
  const open = (await readAttemptSummaries(tx, [learningId])).find(
    (attempt) => attempt.paper_id === paperId && attempt.attempt_status === 'in_progress',
  );
  if (!open) return undefined;
  if (!isDue(open, now)) return moveToPage(tx, open.score_id, randomUUID(), device);
  const locked = await lockAttempt(tx, open.score_id);
  if (locked) await closeDue(tx, completion, locked, now);
  return undefined;
}

/**
 * Resumes an attempt on another page or after a reload. Undefined when it is not running any more.
 */
export const resumeExam = (
  db: Db,
  attempt: Attempt,
  device: string,
): Promise<Attempt | undefined> => moveToPage(db, attempt.score_id, randomUUID(), device);
