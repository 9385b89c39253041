import { and, eq, inArray, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { markExam } from '../../learning/outcome.action.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { type Actor, requireConfirmedActor, type Decided } from '../paper/decision.rules.ts';
import { readAnswers } from '../enrolment/answer.store.ts';
import { type Attempt, updateAttempt, updateScored } from '../enrolment/exam.store.ts';
import { examAttempt } from '../enrolment/exam.tables.ts';
import { paper } from '../paper/paper.tables.ts';
import { settleAttempt } from './grade.action.ts';
import { lockEnrolmentAndAttempt } from '../enrolment/attempt.lock.ts';
import { drawnQuestions } from '../paper/instance.rules.ts';
import { betterMarks } from '../paper/keys.rules.ts';
import { readKeyed } from '../paper/keys.store.ts';
import { gradeAnswers } from './score.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';

interface Regraded {
  score_id: string;
  before: number;
  after: number;
  /** A failure that has become a pass. */
  gained: boolean;
}

export interface Regrading {
  version: number;
  /** Attempts scored with older keys. */
  checked: number;
  changed: Regraded[];
}

/**
 * Regrades all attempts of a paper with the keys of its newest version. For each question the
 * better score counts, so nobody loses points or a pass. Without an actor it only previews the
 * changes. One transaction per attempt: after a crash it can be run again, and finished attempts
 * are not touched.
 */
export async function regrade(
  db: Db,
  completion: CompletionEffects,
  paperId: string,
  now: Date,
  decided?: Decided,
): Promise<Regrading> {
  const actor = decided && requireConfirmedActor(decided, '重评成绩');
  const [row] = await db
    .select({ version: paper.version })
    .from(paper)
    .where(eq(paper.paper_id, paperId));
  if (!row || row.version === 0) throw new NotPossibleError('没有这份试卷，或尚未发布');
  const { version } = row;
  const older = await db
    .select({ score_id: examAttempt.score_id })
    .from(examAttempt)
    .where(isOlder(paperId, version))
    .orderBy(examAttempt.score_id);
  const changed: Regraded[] = [];
  for (const { score_id } of older) {
    const one = actor
      ? await db.transaction((tx) =>
          regradeOne(tx, completion, { scoreId: score_id, version, actor }, now),
        )
      : await previewRegrade(db, score_id, version);
    if (one) changed.push(one);
  }
  if (actor)
    await logState(db, {
      entity: 'paper',
      entity_id: paperId,
      from: 'regrade',
      to: String(version),
      at: now,
      ...actor,
      reason: `${actor.reason}（${older.length}次考试，${changed.length}次分数变化）`,
    });
  return { version, checked: older.length, changed };
}

const isOlder = (paperId: string, version: number) =>
  and(
    eq(examAttempt.paper_id, paperId),
    inArray(examAttempt.attempt_status, ['in_progress', 'reviewing', 'graded']),
    sql`coalesce(${examAttempt.key_version}, ${examAttempt.paper_version}) < ${version}`,
  );

async function previewRegrade(
  db: Db,
  scoreId: string,
  version: number,
): Promise<Regraded | undefined> {
  const [attempt] = await db.select().from(examAttempt).where(eq(examAttempt.score_id, scoreId));
  return attempt && toRegraded(attempt, await regradeAttempt(db, attempt, version));
}

async function regradeOne(
  tx: Db,
  completion: CompletionEffects,
  {
    scoreId,
    version,
    actor,
  }: { scoreId: string; version: number; actor: Actor & { reason: string } },
  now: Date,
): Promise<Regraded | undefined> {
  const attempt = await lockEnrolmentAndAttempt(tx, scoreId);
  if (
    !attempt ||
    attempt.attempt_status === 'voided' ||
    (attempt.key_version ?? attempt.paper_version) >= version
  )
    return undefined;
  const after = await regradeAttempt(tx, attempt, version);
  await updateAttempt(tx, scoreId, { key_version: version });
  if (attempt.attempt_status !== 'in_progress') await updateScored(tx, [after]);
  const change = toRegraded(attempt, after);
  if (!change) return undefined;
  await logState(tx, {
    entity: 'exam_attempt',
    entity_id: scoreId,
    from: 'graded',
    to: 'graded',
    at: now,
    ...actor,
    reason: `${actor.reason}（${change.before}→${change.after}分）`,
  });
  // A score that is not booked yet is announced by its booking.
  if (!attempt.booked_at) return change;
  await notifyLearner(tx, after, change, actor.reason, now);
  if (change.gained) await markExam(tx, completion, attempt.learning_id, 'passed', now);
  return change;
}

/** The attempt with these keys. A running one uses them on submission. */
async function regradeAttempt(db: Db, attempt: Attempt, version: number): Promise<Attempt> {
  if (attempt.attempt_status === 'in_progress') return attempt;
  const keyed = await readKeyed(db, { ...attempt, key_version: version });
  const answers = new Map(
    (await readAnswers(db, [attempt.score_id])).map(({ qid, answer }) => [qid, answer]),
  );
  const marks = betterMarks(
    attempt.marks,
    gradeAnswers(drawnQuestions(keyed, attempt.instance), answers, keyed.policy),
  );
  const after = { ...attempt, marks };
  return attempt.attempt_status === 'graded'
    ? settleAttempt(after, keyed, attempt.graded_at!)
    : after;
}

function toRegraded(before: Attempt, after: Attempt): Regraded | undefined {
  if (before.score === null || after.score === null || before.score === after.score)
    return undefined;
  return {
    score_id: before.score_id,
    before: before.score,
    after: after.score,
    gained: before.result === 'failed' && after.result === 'passed',
  };
}

async function notifyLearner(
  tx: Db,
  { site_id, user_id, score_id, content_id, result }: Attempt,
  { before, after }: Regraded,
  reason: string,
  now: Date,
): Promise<void> {
  const title = (await readCourseFacts(tx, [content_id])).get(content_id)?.title ?? '';
  const text = `“${title}”的考试成绩经复核由${before}分更正为${after}分，${result === 'passed' ? '合格' : '不合格'}。原因：${reason}`;
  await insertMessages(tx, [
    {
      id: ulid(now.getTime()),
      site_id,
      user_id,
      kind: 'exam',
      title: '考试成绩更正',
      text,
      link_type: 'exam',
      link_id: score_id,
      created_at: now,
    },
  ]);
}
