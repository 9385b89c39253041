import type { DataOf } from '@cme/contract/base';
import type { CatalogueSection } from '@cme/contract/content';
import type { playerCourse } from '@cme/contract/study';

/** Sample course for the tests of these pages. */
type Course = DataOf<typeof playerCourse>;

export const sampleSection = (change: Partial<CatalogueSection> = {}): CatalogueSection => ({
  section_id: 'S1',
  title: '第一节',
  type: 'video',
  seconds: 60,
  required: 'Y',
  section_status: 'not_started',
  ...change,
});

export const sampleCourse = (
  sections: CatalogueSection[] = [sampleSection()],
  change: Partial<Course> = {},
): Course => ({
  course_id: 'C1',
  title: '手卫生',
  learning_id: 'L1',
  learn_status: 'enrolled',
  progress: 0,
  chapters: [{ chapter_id: 'H1', title: '第一章', sections }],
  last_section_id: '',
  start_section_id: '',
  exam_open: 'N',
  exam_action: '',
  exam_from_ms: 0,
  survey_id: '',
  hours: 3,
  credits: 1,
  way: [
    { step: 'study', state: 'now' },
    { step: 'exam', state: 'later' },
    { step: 'survey', state: 'later' },
    { step: 'certificate', state: 'later' },
  ],
  ...change,
});
