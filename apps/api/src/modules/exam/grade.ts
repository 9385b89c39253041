import { ulid } from 'ulid';
import type { Db } from '../../database.ts';
import { readFacts } from '../catalogue/catalogue.store.ts';
import { logState } from '../learning/learning.store.ts';
import { markExam } from '../learning/outcome.ts';
import { insertMessages } from '../message/message.store.ts';
import { countedOf, type Go, hasPassed } from './action.rules.ts';
import { readAnswers } from './answer.store.ts';
import { type Attempt, readGoes, updateAttempt } from './exam.store.ts';
import type { SubmitType } from './exam.tables.ts';
import { askedIn } from './instance.rules.ts';
import type { Frozen } from './paper.rules.ts';
import { readFrozen } from './paper.store.ts';
import { marksOf, sumOf } from './score.rules.ts';

export interface Actor {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
}

/** Hands in an attempt that is held and runs: takes the answers stored, scores them, and books what follows, all in the
 * caller's transaction. Only short answers leave something to do. */
export async function handIn(tx: Db, attempt: Attempt, submit_type: SubmitType, now: Date, actor: Actor): Promise<Attempt> {
  const frozen = await readFrozen(tx, attempt.paper_id, attempt.paper_version);
  const asked = askedIn(frozen, attempt.instance);
  const answers = new Map((await readAnswers(tx, attempt.score_id)).map(({ qid, answer }) => [qid, answer]));
  const marks = marksOf(asked, answers, frozen.policy);
  const submitted_at = new Date(Math.min(now.getTime(), attempt.deadline_at.getTime()));
  const used_seconds = Math.max(0, Math.round((submitted_at.getTime() - attempt.started_at.getTime()) / 1000));
  const after: Attempt = { ...attempt, attempt_status: 'reviewing', submit_type, submitted_at, used_seconds, marks };
  const isWhole = asked.every(({ part }) => part.qid in marks);
  if (isWhole) return settle(tx, after, attempt.attempt_status, frozen, now, actor);
  await updateAttempt(tx, attempt.score_id, { attempt_status: 'reviewing', submit_type, submitted_at, used_seconds, marks });
  await logState(tx, { entity: 'exam_attempt', entity_id: attempt.score_id, from: attempt.attempt_status, to: 'reviewing', at: now, reason: submit_type, ...actor });
  return after;
}

/** Gives the score of an attempt whose marks are whole, once. */
export async function settle(tx: Db, attempt: Attempt, from: string, frozen: Frozen, now: Date, actor: Actor): Promise<Attempt> {
  const score = sumOf(attempt.marks);
  const result = score >= frozen.policy.pass ? 'passed' : 'failed';
  const after: Attempt = { ...attempt, attempt_status: 'graded', score, result, graded_at: now };
  const { attempt_status, submit_type, submitted_at, used_seconds, marks, graded_at } = after;
  await updateAttempt(tx, attempt.score_id, { attempt_status, submit_type, submitted_at, used_seconds, marks, score, result, graded_at });
  await logState(tx, { entity: 'exam_attempt', entity_id: attempt.score_id, from, to: 'graded', at: now, reason: submit_type ?? '', ...actor });
  await tell(tx, after, frozen, now);
  await book(tx, after, frozen.policy.max_attempts, now);
  return after;
}

/** The enrolment learns of a pass, and of a failure when no chance is left. */
async function book(tx: Db, attempt: Attempt, max_attempts: number, now: Date): Promise<void> {
  if (attempt.result === 'passed') return void (await markExam(tx, attempt.learning_id, 'passed', now));
  const goes: Go[] = (await readGoes(tx, [attempt.learning_id])).filter(({ paper_id }) => paper_id === attempt.paper_id);
  const isOver = !hasPassed(goes) && countedOf(goes).length >= max_attempts && countedOf(goes).every(({ attempt_status }) => attempt_status === 'graded' || attempt_status === 'voided');
  if (isOver) await markExam(tx, attempt.learning_id, 'failed', now);
}

async function tell(tx: Db, { score_id, site_id, user_id, content_id, score, result }: Attempt, frozen: Frozen, now: Date): Promise<void> {
  const title = (await readFacts(tx, [content_id])).get(content_id)?.title ?? frozen.title;
  const text = `“${title}”的考试得分${score}分（满分${frozen.policy.total}分，${frozen.policy.pass}分合格），${result === 'passed' ? '合格' : '不合格'}。`;
  await insertMessages(tx, [{ id: ulid(now.getTime()), site_id, user_id, kind: 'exam', title: '考试成绩', text, link_type: 'exam', link_id: score_id, created_at: now }]);
}
