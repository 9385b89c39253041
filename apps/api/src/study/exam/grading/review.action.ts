import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { readAnswers } from '../enrolment/answer.store.ts';
import {
  type Attempt,
  readReviewing,
  updateAttempt,
  updateScored,
} from '../enrolment/exam.store.ts';
import { bookAll } from './book.job.ts';
import { settleAttempt } from './grade.action.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { lockEnrolmentAndAttempt } from '../enrolment/attempt.lock.ts';
import { drawnQuestions } from '../paper/instance.rules.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';

/** A short answer awaiting its points. */
export interface PendingAnswer {
  score_id: string;
  qid: string;
  stem: string;
  model: string;
  answer: string;
  full: number;
}

/** Short answers to grade, of one site or of all, longest waiting first, anonymised. */
export async function readPendingAnswers(
  db: Db,
  siteId?: string,
  limit = 20,
): Promise<PendingAnswer[]> {
  const waiting: PendingAnswer[] = [];
  for (const attempt of await readReviewing(db, siteId, limit)) {
    recordShownPeople([attempt.user_id]);
    const answers = new Map(
      (await readAnswers(db, [attempt.score_id])).map(({ qid, answer }) => [qid, answer]),
    );
    for (const { part, slot } of await readUngraded(db, attempt)) {
      waiting.push({
        score_id: attempt.score_id,
        qid: part.qid,
        stem: part.stem,
        model: part.model,
        answer: answers.get(part.qid)?.[0] ?? '',
        full: slot.score,
      });
    }
  }
  return waiting;
}

async function readUngraded(db: Db, attempt: Attempt) {
  const frozen = await readFrozenPaper(db, attempt.paper_id, attempt.paper_version);
  return drawnQuestions(frozen, attempt.instance).filter(
    ({ part }) => !(part.qid in attempt.marks),
  );
}

interface Staff {
  user_id: string;
  reason?: string;
}

interface GivenPoints {
  staff: Staff;
  scoreId: string;
  qid: string;
  points: number;
}

/** Grades a short answer, once; the last one settles the attempt. Returns the resulting state. */
export function gradeShortAnswer(
  db: Db,
  completion: CompletionEffects,
  { staff, scoreId, qid, points }: GivenPoints,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const attempt = await lockEnrolmentAndAttempt(tx, scoreId);
    if (attempt?.attempt_status !== 'reviewing') throw new NotPossibleError('这次考试不在评阅中');
    const open = await readUngraded(tx, attempt);
    const one = open.find(({ part }) => part.qid === qid);
    if (!one) throw new NotPossibleError('这道题不在评阅中');
    if (!(points >= 0 && points <= one.slot.score))
      throw new NotPossibleError(`得分须为0至${one.slot.score}`);
    const after: Attempt = {
      ...attempt,
      marks: { ...attempt.marks, [qid]: Math.round(points * 100) / 100 },
    };
    const actor = {
      actor_type: 'staff' as const,
      actor_id: staff.user_id,
      reason: staff.reason ?? '',
    };
    if (open.length > 1) {
      await updateAttempt(tx, scoreId, { marks: after.marks });
      await logState(tx, {
        entity: 'exam_attempt',
        entity_id: scoreId,
        from: 'reviewing',
        to: 'reviewing',
        at: now,
        ...actor,
      });
      return 'reviewing';
    }
    const graded = settleAttempt(
      after,
      await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version),
      now,
    );
    await updateScored(tx, [graded]);
    await logState(tx, {
      entity: 'exam_attempt',
      entity_id: scoreId,
      from: 'reviewing',
      to: 'graded',
      at: now,
      ...actor,
    });
    await bookAll(tx, completion, [graded], now);
    return 'graded';
  });
}
