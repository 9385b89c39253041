import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { type LearnStage, getMissingParts, getStage, statusAt } from './learning.rules.ts';
import { ledger } from './progress/ledger.rules.ts';
import type { Learning } from './learning.store.ts';
import { readParts } from './outline.view.ts';

/** What an enrolment lacks as text, and its stage. */
export async function readMissing(
  db: Db,
  learning: Learning,
  now: Date,
): Promise<{ missing: string[]; stage: LearnStage }> {
  const course = (await readCourseFacts(db, [learning.content_id])).get(learning.content_id) ?? {
    has_exam: 'N',
    has_survey: 'N',
    sequential: 'N',
  };
  const parts =
    (await readParts(db, [learning], () => course.sequential)).get(learning.learning_id) ?? [];
  const status = statusAt(learning, now);
  const { has_exam, has_survey } = course;
  const { exam_status, survey_status } = learning;
  return {
    missing: getMissingParts(
      status,
      parts,
      { has_exam, has_survey, exam_status, survey_status },
      formatTime(learning.study_end_at),
      ledger.threshold,
    ),
    stage: getStage(status, course, learning),
  };
}
