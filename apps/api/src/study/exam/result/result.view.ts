import type { ExamResult } from '@cme/contract/study';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readLearningsById } from '../../learning/learning.store.ts';
import { mayAnalyse } from '../enrolment/action.rules.ts';
import { type ExamOverview, readExamOverviews } from '../list/exam-card.view.ts';
import { noAttempt } from '../enrolment/exam.refusals.ts';
import type { Attempt } from '../enrolment/exam.store.ts';
import { type FrozenPaper } from '../paper/paper.rules.ts';
import { readKeyed } from '../paper/keys.store.ts';

export interface ResultView {
  result: z.infer<typeof ExamResult>;
  frozen: FrozenPaper;
  overview: ExamOverview;
  may: boolean;
}

/** Finished attempts for their learners, with what decides whether an analysis is available. */
export async function viewResults(
  db: Db,
  attempts: readonly Attempt[],
  now: Date,
): Promise<(ResultView | Error)[]> {
  const overviews = new Map<string, ExamOverview>();
  const learnings = await readLearningsById(
    db,
    attempts.map(({ learning_id }) => learning_id),
  );
  for (const site_id of new Set(attempts.map((attempt) => attempt.site_id))) {
    const ofSite = learnings.filter((learning) => learning.site_id === site_id);
    for (const overview of await readExamOverviews(db, site_id, ofSite, now))
      overviews.set(overview.learning.learning_id, overview);
  }
  return Promise.all(
    attempts.map(async (attempt) => {
      const overview = overviews.get(attempt.learning_id);
      return overview
        ? toResultView(attempt, overview, await readKeyed(db, attempt), now)
        : noAttempt();
    }),
  );
}

export async function seeResult(db: Db, attempt: Attempt, now: Date): Promise<ResultView> {
  const [view] = await viewResults(db, [attempt], now);
  if (!view || view instanceof Error) throw view ?? noAttempt();
  return view;
}

function toResultView(
  attempt: Attempt,
  overview: ExamOverview,
  frozen: FrozenPaper,
  now: Date,
): ResultView {
  const { policy } = frozen;
  const { may, note } =
    attempt.attempt_status === 'reviewing'
      ? { may: false, note: '评阅完成后可查看成绩与解析' }
      : mayAnalyse(policy.analysis_mode, overview.action, overview.paper, now);
  const result = {
    score_id: attempt.score_id,
    paper_id: attempt.paper_id,
    course_id: attempt.content_id,
    title: frozen.title,
    attempt_status: attempt.attempt_status,
    submit_type: attempt.submit_type ?? '',
    attempt_no: attempt.attempt_no,
    max_attempts: policy.max_attempts,
    score: attempt.score ?? 0,
    total_score: policy.total,
    pass_score: policy.pass,
    result: attempt.result ?? '',
    used_seconds: attempt.used_seconds,
    submitted_at: attempt.submitted_at ? formatTime(attempt.submitted_at) : '',
    exam_action: overview.action,
    cooling_until_ms: overview.cooling_until,
    server_time: now.getTime(),
    survey_id: overview.survey_id,
    can_analyse: may ? ('Y' as const) : ('N' as const),
    analysis_note: note,
  };
  return { result, frozen, overview, may };
}
