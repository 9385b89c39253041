import type { Db } from '../../../database/database.ts';
import type { AppContext } from '../../../context.ts';
import { lockLearnings } from '../../learning/learning.store.ts';
import { isDue } from '../action.rules.ts';
import { readAnswers, saveAnswers } from './answer.store.ts';
import { bookAll } from '../grading/book.job.ts';
import { examMoved, noAttempt, openQuestions, tooEarly } from '../exam.refusals.ts';
import {
  type Attempt,
  countSwitch,
  findAttempt,
  lockAttempts,
  readAttempts,
} from '../exam.store.ts';
import { type HandInRequest, handIn } from '../grading/grade.action.ts';
import { lockEnrolmentAndAttempt } from './attempt.lock.ts';
import { isOpen } from '../paper/instance.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';
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
  asks: readonly SubmitRequest[],
  now: Date,
): Promise<(Attempt | Error)[]> {
  const before = await readAttempts(
    db,
    asks.map(({ score_id }) => score_id),
  );
  const own = asks.filter((ask) => isOwn(before.get(ask.score_id), ask));
  const faults = new Map<SubmitRequest, Error>();
  for (const ask of own) {
    const fault = await invalidAnswer(db, before.get(ask.score_id)!, ask.answers);
    if (fault && before.get(ask.score_id)!.attempt_status === 'in_progress') faults.set(ask, fault);
  }
  const sound = own.filter((ask) => !faults.has(ask));
  const after =
    sound.length === 0
      ? new Map<SubmitRequest, Attempt | Error>()
      : await db.transaction((tx) => submitHeld(tx, completion, sound, before, now));
  return asks.map((ask) => faults.get(ask) ?? after.get(ask) ?? noAttempt());
}

async function submitHeld(
  tx: Db,
  completion: CompletionEffects,
  asks: readonly SubmitRequest[],
  before: ReadonlyMap<string, Attempt>,
  now: Date,
): Promise<Map<SubmitRequest, Attempt | Error>> {
  await lockLearnings(
    tx,
    asks.map(({ score_id }) => before.get(score_id)!.learning_id),
  );
  const attempts = await lockAttempts(
    tx,
    asks.map(({ score_id }) => score_id),
  );
  // The last answers are stored even if the submission is refused, for unanswered questions or the
  // minimum time.
  await saveAnswers(tx, asks, now);
  const judged = await judge(tx, asks, attempts, now);
  const endings = [...judged.values()].flatMap((one) =>
    one instanceof Error || one === 'before' ? [] : [one],
  );
  const ended = new Map(
    (await bookAll(tx, completion, await handIn(tx, unique(endings), now), now)).map((attempt) => [
      attempt.score_id,
      attempt,
    ]),
  );
  return new Map(
    [...judged].map(([ask, one]) => [
      ask,
      ended.get(ask.score_id) ?? (one instanceof Error ? one : attempts.get(ask.score_id)!),
    ]),
  );
}

const unique = (endings: readonly HandInRequest[]) => [
  ...new Map(endings.map((ending) => [ending.attempt.score_id, ending])).values(),
];

/** A page submits automatically at its deadline; its clock may be slightly ahead of ours. */
const isAtEnd = ({ deadline_at }: Attempt, now: Date) =>
  now.getTime() >= deadline_at.getTime() - 2000;

/** For each request: the result, the earlier result, or the refusal. */
async function judge(
  tx: Db,
  asks: readonly SubmitRequest[],
  attempts: ReadonlyMap<string, Attempt>,
  now: Date,
): Promise<Map<SubmitRequest, HandInRequest | 'before' | Error>> {
  const judged = new Map<SubmitRequest, HandInRequest | 'before' | Error>();
  const unsure = asks.filter(({ isConfirmed }) => !isConfirmed).map(({ score_id }) => score_id);
  const answers = await readAnswers(tx, unsure);
  for (const ask of asks) {
    const attempt = attempts.get(ask.score_id)!;
    const { policy } = await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version);
    const open = ask.isConfirmed
      ? 0
      : attempt.instance.length -
        answers.filter(({ score_id, answer }) => score_id === ask.score_id && !isOpen(answer))
          .length;
    if (attempt.attempt_status !== 'in_progress') judged.set(ask, 'before');
    else if (isDue(attempt, now))
      judged.set(ask, {
        attempt,
        submit_type: 'timeout',
        actor: { actor_type: 'system', actor_id: 'deadline' },
      });
    else if (attempt.seat !== ask.seat) judged.set(ask, examMoved());
    else if (now.getTime() < attempt.started_at.getTime() + policy.min_seconds * 1000)
      judged.set(ask, tooEarly(policy.min_seconds));
    else if (open > 0) judged.set(ask, openQuestions(open));
    else
      judged.set(ask, {
        attempt,
        submit_type: isAtEnd(attempt, now) ? 'timeout' : 'manual',
        actor: { actor_type: 'learner', actor_id: attempt.user_id },
      });
  }
  return judged;
}

/**
 * Records an event on the page. Screen switches are counted; too many submit, where the paper says
 * so.
 */
export async function recordEvent(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  completion: CompletionEffects,
  who: { user_id: string; site_id: string },
  scoreId: string,
  kind: string,
): Promise<{ switch_count: number; submitted: 'Y' | 'N' }> {
  const attempt = await findAttempt(db, who, scoreId);
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
        await handIn(
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
