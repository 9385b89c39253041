import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { momentInWords } from '@cme/ui';
import { words } from '../../components/words.ts';

type Course = DataOf<typeof playerCourse>;

export interface NextStep {
  name: string;
  to: string;
  /** Not available yet: the label says from when. */
  isLater: boolean;
}

/** When the exam becomes available: `11月24日 12:49 后可参加考试`. */
export function formatExamStart({
  exam_action,
  exam_from_ms,
}: Pick<Course, 'exam_action' | 'exam_from_ms'>): string {
  const moment = momentInWords(exam_from_ms);
  return exam_action === 'cooling' ? words.examAgainFrom(moment) : words.examFrom(moment);
}

/** The step after study: the exam, then the survey. */
export function getNextStep(course: Course): NextStep | undefined {
  const { course_id, exam_open, exam_action, exam_from_ms, survey_id } = course;
  if (exam_open === 'Y') {
    const isLater = exam_from_ms > 0;
    return {
      name: isLater
        ? formatExamStart(course)
        : (words.examNow[exam_action] ?? words.nextSteps.exam),
      to: linkTo.examOnline(course_id),
      isLater,
    };
  }
  return survey_id
    ? { name: words.nextSteps.survey, to: linkTo.survey(course_id, survey_id), isLater: false }
    : undefined;
}
