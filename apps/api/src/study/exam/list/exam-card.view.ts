import type { ExamCard } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { statusAt } from '../../learning/learning.rules.ts';
import type { Learning } from '../../learning/learning.store.ts';
import { openSurveys } from '../../survey/survey.store.ts';
import {
  getExamAction,
  attemptAt,
  filterCounted,
  type ExamAction,
} from '../enrolment/action.rules.ts';
import { type EarlierUse, readEarlierUses } from '../enrolment/earlier-use.store.ts';
import { type AttemptSummary, readAttemptSummaries } from '../enrolment/exam.store.ts';
import { type FrozenPaper, questionCount } from '../paper/paper.rules.ts';
import { type Paper, readCoursePapers, readFrozenPaper } from '../paper/paper.store.ts';

export interface ExamOverview {
  learning: Learning;
  paper: Paper;
  frozen: FrozenPaper;
  attempts: AttemptSummary[];
  /** Attempts used up in earlier enrolments. */
  earlier: EarlierUse[];
  action: ExamAction;
  reason: string;
  cooling_until: number;
  survey_id: string;
}

/**
 * A person's exam status for the papers of their enrolments. An overdue attempt has ended, whether
 * or not the job has closed it yet.
 */
export async function readExamOverviews(
  db: Db,
  siteId: string,
  learnings: readonly Learning[],
  now: Date,
): Promise<ExamOverview[]> {
  const papers = await readCoursePapers(
    db,
    siteId,
    learnings.map(({ content_id }) => content_id),
  );
  const withPaper = learnings.filter(({ content_id }) => papers.has(content_id));
  const summaries = await readAttemptSummaries(
    db,
    withPaper.map(({ learning_id }) => learning_id),
  );
  const attempts = summaries.map((attempt) => attemptAt(attempt, now));
  const earlierUses = await readEarlierUses(
    db,
    withPaper.map(({ learning_id }) => learning_id),
  );
  const overviews: ExamOverview[] = [];
  for (const learning of withPaper) {
    const paper = papers.get(learning.content_id)!;
    const frozen = await readFrozenPaper(db, paper.paper_id, paper.version);
    const ofThisPaper = attempts.filter(
      (attempt) =>
        attempt.learning_id === learning.learning_id && attempt.paper_id === paper.paper_id,
    );
    const earlier = earlierUses.filter(
      (use) => use.learning_id === learning.learning_id && use.paper_id === paper.paper_id,
    );
    const decision = getExamAction({
      learn_status: statusAt(learning, now),
      progress: learning.progress,
      paper,
      policy: frozen.policy,
      attempts: ofThisPaper,
      earlier,
      now,
    });
    const taken = { attempts: ofThisPaper, earlier };
    overviews.push({ learning, paper, frozen, ...taken, ...decision, survey_id: '' });
  }
  // A pass opens the survey even before the enrolment is updated.
  const passed = overviews.map(({ learning, action }) =>
    action === 'passed' ? { ...learning, exam_status: 'passed' } : learning,
  );
  const surveys = await openSurveys(db, siteId, passed);
  return overviews.map((overview) => ({
    ...overview,
    survey_id: surveys.get(overview.learning.learning_id) ?? '',
  }));
}

function findBestScore(attempts: readonly AttemptSummary[]): number | undefined {
  const scores = filterCounted(attempts).flatMap(({ attempt_status, score }) =>
    attempt_status === 'graded' && score !== null ? [score] : [],
  );
  return scores.length === 0 ? undefined : Math.max(...scores);
}

const formatOptionalTime = (at: Date | null) => (at ? formatTime(at) : '');

export async function readExamCards(
  db: Db,
  overviews: readonly ExamOverview[],
  now: Date,
): Promise<ExamCard[]> {
  const courseFacts = await readCourseFacts(
    db,
    overviews.map(({ learning }) => learning.content_id),
  );
  return overviews.map(
    ({ learning, paper, frozen, attempts, earlier, action, reason, cooling_until, survey_id }) => {
      const { policy } = frozen;
      const running = attempts.find(({ attempt_status }) => attempt_status === 'in_progress');
      const best = findBestScore(attempts);
      return {
        paper_id: paper.paper_id,
        learning_id: learning.learning_id,
        course_id: learning.content_id,
        course_title: courseFacts.get(learning.content_id)?.title ?? '',
        title: frozen.title,
        kind: paper.kind,
        exam_action: action,
        reason,
        question_count: questionCount(frozen),
        duration_min: policy.duration_min,
        total_score: policy.total,
        pass_score: policy.pass,
        attempts_used: earlier.length + filterCounted(attempts).length,
        max_attempts: policy.max_attempts,
        open_at: formatOptionalTime(paper.open_at),
        close_at: formatOptionalTime(paper.close_at),
        cooling_until_ms: cooling_until,
        ...(best === undefined ? {} : { best_score: best }),
        passed: action === 'passed' ? 'Y' : 'N',
        score_id: attempts.at(-1)?.score_id ?? '',
        deadline_ms: running?.deadline_at.getTime() ?? 0,
        survey_id,
        server_time: now.getTime(),
      };
    },
  );
}
