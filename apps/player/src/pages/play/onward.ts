import { linkTo } from '@cme/commons/route-links';
import type { DataOf, playerCourse } from '@cme/contract';
import { momentInWords } from '@cme/ui';
import { words } from '../../words.ts';

type Course = DataOf<typeof playerCourse>;

export interface Onward {
  name: string;
  to: string;
  /** Not to be taken yet: the name says from when. */
  waits: boolean;
}

/** From when the examination can be taken: `11月24日 12:49 后可再次考试`. */
export function whenWords({
  exam_action,
  exam_from_ms,
}: Pick<Course, 'exam_action' | 'exam_from_ms'>): string {
  const moment = momentInWords(exam_from_ms);
  return exam_action === 'cooling' ? words.examAgainFrom(moment) : words.examFrom(moment);
}

/** The way on when study is done: to the examination, then to the survey. */
export function onwardOf(course: Course): Onward | undefined {
  const { course_id, exam_open, exam_action, exam_from_ms, survey_id } = course;
  if (exam_open === 'Y') {
    const waits = exam_from_ms > 0;
    return {
      name: waits ? whenWords(course) : (words.examNow[exam_action] ?? words.nextSteps.exam),
      to: linkTo.examOnline(course_id),
      waits,
    };
  }
  return survey_id
    ? { name: words.nextSteps.survey, to: linkTo.survey(course_id, survey_id), waits: false }
    : undefined;
}
