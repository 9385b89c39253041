import type { Db } from '../../../platform/database/database.ts';
import { readExamOverviews } from './exam-card.view.ts';
import { openSurveys } from '../../survey/survey.store.ts';
import { statusAt } from '../../learning/learning.rules.ts';
import type { Learning } from '../../learning/learning.store.ts';

interface WaitingSteps {
  exam_open: 'Y' | 'N';
  exam_action: string;
  exam_from_ms: number;
  survey_id: string;
}

/**
 * The next step after study, by enrolment: the exam with the time from which it can be taken, or
 * the survey.
 */
export async function readWaitingExams(
  db: Db,
  siteId: string,
  learnings: readonly Learning[],
  hasExam: (contentId: string) => boolean,
  now: Date,
): Promise<Map<string, WaitingSteps>> {
  const studied = learnings.filter(
    (learning) =>
      learning.progress >= 100 &&
      !['expired', 'suspended', 'revoked'].includes(statusAt(learning, now)),
  );
  const surveys = await openSurveys(
    db,
    siteId,
    studied.map((learning) =>
      hasExam(learning.content_id) ? learning : { ...learning, exam_status: 'passed' },
    ),
  );
  const courses = studied.filter(
    ({ content_id, exam_status }) => hasExam(content_id) && exam_status === 'none',
  );
  const overviews = new Map(
    (await readExamOverviews(db, siteId, courses, now)).map((overview) => [
      overview.learning.learning_id,
      overview,
    ]),
  );
  return new Map(
    studied.map(({ learning_id }): [string, WaitingSteps] => {
      const overview = overviews.get(learning_id);
      return [
        learning_id,
        {
          exam_open: courses.some((learning) => learning.learning_id === learning_id) ? 'Y' : 'N',
          exam_action: overview?.action ?? '',
          exam_from_ms:
            (overview?.action === 'not_open'
              ? overview.paper.open_at?.getTime()
              : overview?.cooling_until) ?? 0,
          survey_id: surveys.get(learning_id) ?? '',
        },
      ];
    }),
  );
}
