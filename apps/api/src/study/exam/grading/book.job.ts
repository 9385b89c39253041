import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { markExam } from '../../learning/outcome.action.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import type { NewMessage } from '../../../person/message/message.tables.ts';
import { filterCounted, hasPassed } from '../enrolment/action.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { lockEnrolmentAndAttempt } from '../enrolment/attempt.lock.ts';
import { readEarlierUses } from '../enrolment/earlier-use.store.ts';
import {
  type Attempt,
  type AttemptSummary,
  markBooked,
  readAttemptSummaries,
} from '../enrolment/exam.store.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';

/**
 * Books a score on its enrolment and notifies the learner, exactly once: a pass may complete the
 * course and grant its credits; a failure counts when no attempt is left. The score itself is
 * already final.
 */
export function bookScore(
  db: Db,
  completion: CompletionEffects,
  scoreId: string,
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    const attempt = await lockEnrolmentAndAttempt(tx, scoreId);
    if (attempt?.attempt_status === 'graded' && !attempt.booked_at)
      await bookAll(tx, completion, [attempt], now);
  });
}

/** Above this number of passes, scores are returned first and booked shortly after. */
const maxConcurrentPasses = 4;

/**
 * Books scores of locked attempts in the caller's transaction. Failures with attempts left are
 * batched; passes and last failures update the enrolment one by one, and are deferred if there are
 * too many.
 */
export async function bookAll(
  tx: Db,
  completion: CompletionEffects,
  attempts: readonly Attempt[],
  now: Date,
): Promise<Attempt[]> {
  const graded = attempts.filter(({ attempt_status }) => attempt_status === 'graded');
  const summaries = await readAttemptSummaries(
    tx,
    graded.filter(({ result }) => result === 'failed').map(({ learning_id }) => learning_id),
  );
  const last: Attempt[] = [];
  for (const attempt of graded)
    if (attempt.result === 'passed' || (await isLast(tx, attempt, summaries))) last.push(attempt);
  const isLater = last.length > maxConcurrentPasses;
  const booked = graded.filter((attempt) => !isLater || !last.includes(attempt));
  await markBooked(
    tx,
    booked.map(({ score_id }) => score_id),
    now,
  );
  await notifyLearners(tx, booked, now);
  if (!isLater)
    for (const { learning_id, result } of last)
      await markExam(tx, completion, learning_id, result ?? 'failed', now);
  return attempts.map((attempt) =>
    booked.includes(attempt) ? { ...attempt, booked_at: now } : attempt,
  );
}

/** Whether a failure used up the last attempt, with none still running or under review. */
async function isLast(
  tx: Db,
  attempt: Attempt,
  attempts: readonly AttemptSummary[],
): Promise<boolean> {
  const { policy } = await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version);
  const summaries = attempts.filter(
    ({ learning_id, paper_id }) =>
      learning_id === attempt.learning_id && paper_id === attempt.paper_id,
  );
  const used = filterCounted(summaries);
  const earlier = (await readEarlierUses(tx, [attempt.learning_id])).filter(
    ({ paper_id }) => paper_id === attempt.paper_id,
  );
  return (
    !hasPassed(summaries) &&
    earlier.length + used.length >= policy.max_attempts &&
    used.every(({ attempt_status }) => attempt_status === 'graded' || attempt_status === 'voided')
  );
}

async function notifyLearners(tx: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  const courseFacts = await readCourseFacts(
    tx,
    attempts.map(({ content_id }) => content_id),
  );
  const rows: NewMessage[] = [];
  for (const {
    paper_id,
    paper_version,
    score_id,
    site_id,
    user_id,
    content_id,
    score,
    result,
  } of attempts) {
    const { title, policy } = await readFrozenPaper(tx, paper_id, paper_version);
    const text = `“${courseFacts.get(content_id)?.title ?? title}”的考试得分${score}分（满分${policy.total}分，${policy.pass}分合格），${result === 'passed' ? '合格' : '不合格'}。`;
    rows.push({
      id: ulid(now.getTime()),
      site_id,
      user_id,
      kind: 'exam',
      title: '考试成绩',
      text,
      link_type: 'exam',
      link_id: score_id,
      created_at: now,
    });
  }
  await insertMessages(tx, rows);
}

/**
 * Books scores sequentially, alongside hundreds of submissions per second. Leftovers of a crash are
 * found by the sweep.
 */
export function createBookingQueue(
  context: Pick<AppContext, 'db' | 'now' | 'log'>,
  completion: CompletionEffects,
): (scoreId: string) => void {
  let last: Promise<void> = Promise.resolve();
  const bookOne = (scoreId: string) =>
    bookScore(context.db, completion, scoreId, context.now()).catch((error: unknown) =>
      context.log.error({ err: error, score_id: scoreId }, 'exam score not booked'),
    );
  return (scoreId) => {
    last = last.then(() => bookOne(scoreId));
  };
}
