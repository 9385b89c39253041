import { linkTo } from '@cme/commons/route-links';
import type { LearnRow } from '@cme/contract/study';
import { words } from '../page/words.ts';

interface Step {
  title: string;
  href: string;
}

/**
 * The single most important next step: what follows study comes before more study; a learner
 * without courses is sent to the catalogue.
 */
export function nextStep(
  current: Pick<LearnRow, 'course' | 'exam_open' | 'survey_id' | 'learn_status'> | undefined,
): Step {
  if (!current) return { title: words.choose, href: linkTo.publicneed() };
  const { course, exam_open, survey_id, learn_status } = current;
  if (exam_open === 'Y') return { title: words.toExam, href: linkTo.examOnline(course.id) };
  if (survey_id) return { title: words.toSurvey, href: linkTo.survey(course.id, survey_id) };
  return {
    title: learn_status === 'enrolled' ? words.begin : words.continue,
    href: linkTo.play(course.id),
  };
}
