import type { ExamAttempt } from '@cme/contract/study';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readAnswers } from '../enrolment/answer.store.ts';
import type { Attempt } from '../enrolment/exam.store.ts';
import { drawnQuestions, toExamItem } from '../paper/instance.rules.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';

/** A running attempt as sent to its page, identical on every reload. */
export async function runningView(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<z.infer<typeof ExamAttempt>> {
  const frozen = await readFrozenPaper(db, attempt.paper_id, attempt.paper_version);
  const { policy } = frozen;
  return {
    score_id: attempt.score_id,
    paper_id: attempt.paper_id,
    course_id: attempt.content_id,
    title: frozen.title,
    attempt_no: attempt.attempt_no,
    max_attempts: policy.max_attempts,
    seat: attempt.seat,
    items: drawnQuestions(frozen, attempt.instance).map((question, index) =>
      toExamItem(question, index + 1),
    ),
    answers: (await readAnswers(db, [attempt.score_id])).map(
      ({ qid, answer, version, marked }) => ({ qid, answer, version, marked }),
    ),
    started_at: formatTime(attempt.started_at),
    deadline_at: formatTime(attempt.deadline_at),
    deadline_ms: attempt.deadline_at.getTime(),
    server_time: now.getTime(),
    min_seconds: policy.min_seconds,
    switch_limit: policy.switch_enforced === 'Y' ? policy.switch_limit : 0,
    switch_count: attempt.switch_count,
  };
}
