import { ulid } from 'ulid';
import type { Db } from '../../database.ts';
import type { House } from '../../house.ts';
import { readFacts } from '../catalogue/catalogue.store.ts';
import { markExam } from '../learning/outcome.ts';
import { insertMessages } from '../message/message.store.ts';
import { countedOf, hasPassed } from './action.rules.ts';
import { type Attempt, readGoes, updateAttempt } from './exam.store.ts';
import { holdAttempt } from './hold.ts';
import { readFrozen } from './paper.store.ts';

/** Tells enrolment and learner of a score, once, however often it is asked: a pass may complete the course and grant its credits,
 * a failure counts when no chance is left. The score itself is final before. */
export function bookScore(db: Db, scoreId: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const attempt = await holdAttempt(tx, scoreId);
    if (attempt) await bookHeld(tx, attempt, now);
  });
}

export async function bookHeld(tx: Db, attempt: Attempt, now: Date): Promise<Attempt> {
  if (attempt.attempt_status !== 'graded' || attempt.booked_at) return attempt;
  const { title, policy } = await readFrozen(tx, attempt.paper_id, attempt.paper_version);
  await updateAttempt(tx, attempt.score_id, { booked_at: now });
  await tell(tx, attempt, { title, ...policy }, now);
  await mark(tx, attempt, policy.max_attempts, now);
  return { ...attempt, booked_at: now };
}

async function mark(tx: Db, attempt: Attempt, max_attempts: number, now: Date): Promise<void> {
  if (attempt.result === 'passed') return void (await markExam(tx, attempt.learning_id, 'passed', now));
  const goes = (await readGoes(tx, [attempt.learning_id])).filter(({ paper_id }) => paper_id === attempt.paper_id);
  const used = countedOf(goes);
  const isOver = !hasPassed(goes) && used.length >= max_attempts && used.every(({ attempt_status }) => attempt_status === 'graded' || attempt_status === 'voided');
  if (isOver) await markExam(tx, attempt.learning_id, 'failed', now);
}

async function tell(tx: Db, { score_id, site_id, user_id, content_id, score, result }: Attempt, paper: { title: string; total: number; pass: number }, now: Date): Promise<void> {
  const title = (await readFacts(tx, [content_id])).get(content_id)?.title ?? paper.title;
  const text = `“${title}”的考试得分${score}分（满分${paper.total}分，${paper.pass}分合格），${result === 'passed' ? '合格' : '不合格'}。`;
  await insertMessages(tx, [{ id: ulid(now.getTime()), site_id, user_id, kind: 'exam', title: '考试成绩', text, link_type: 'exam', link_id: score_id, created_at: now }]);
}

/** Books one score after the other, beside hand-ins that come by hundreds in one second. What a crash leaves is found by the sweep. */
export function openBooks(house: Pick<House, 'db' | 'now' | 'log'>): (scoreId: string) => void {
  let last: Promise<void> = Promise.resolve();
  const one = (scoreId: string) => bookScore(house.db, scoreId, house.now()).catch((error: unknown) => house.log.error({ err: error, score_id: scoreId }, 'exam score not booked'));
  return (scoreId) => {
    last = last.then(() => one(scoreId));
  };
}
