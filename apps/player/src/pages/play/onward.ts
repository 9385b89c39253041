import { linkTo } from '@cme/commons/route-links';
import type { DataOf, playerCourse } from '@cme/contract';
import { words } from '../../words.ts';

export interface Onward {
  name: string;
  to: string;
}

/** The way on when study is done: to the examination, then to the survey. */
export function onwardOf({ course_id, exam_open, survey_id }: DataOf<typeof playerCourse>): Onward | undefined {
  if (exam_open === 'Y') return { name: words.nextSteps.exam, to: linkTo.examOnline(course_id) };
  return survey_id ? { name: words.nextSteps.survey, to: linkTo.survey(course_id, survey_id) } : undefined;
}
