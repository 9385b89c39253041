import type { Db } from '../../database.ts';
import { openSurveys } from '../survey/survey.store.ts';
import { statusAt } from './learning.rules.ts';
import type { Learning } from './learning.store.ts';

/** What waits after study, for the button that leads on: the examination, or the survey. By enrolment. */
export async function readWhatWaits(db: Db, siteId: string, learnings: readonly Learning[], hasExam: (contentId: string) => boolean, now: Date): Promise<Map<string, { exam_open: 'Y' | 'N'; survey_id: string }>> {
  const studied = learnings.filter((learning) => learning.progress >= 100 && !['expired', 'suspended', 'revoked'].includes(statusAt(learning, now)));
  const surveys = await openSurveys(db, siteId, studied.map((learning) => (hasExam(learning.content_id) ? learning : { ...learning, exam_status: 'passed' })));
  return new Map(studied.map(({ learning_id, content_id, exam_status }) => [
    learning_id, { exam_open: hasExam(content_id) && exam_status === 'none' ? 'Y' as const : 'N' as const, survey_id: surveys.get(learning_id) ?? '' },
  ]));
}
