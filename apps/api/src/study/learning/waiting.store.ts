import type { Db } from '../../platform/database/database.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { type LearnStage, getStage } from './learning.rules.ts';
import { readLearnings } from './learning.store.ts';

const limit = 200;

/** Number of a person's open courses waiting for study, examination and survey. */
export async function countOpenCourses(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ study: number; exam: number; survey: number }> {
  const rows = await readLearnings(db, userId, { tab: 'open', page: 1, size: limit }, now);
  const courseFacts = await readCourseFacts(
    db,
    rows.map(({ content_id }) => content_id),
  );
  const stages = rows.map((row) =>
    getStage(
      row.learn_status,
      courseFacts.get(row.content_id) ?? { has_exam: 'N', has_survey: 'N' },
      row,
    ),
  );
  const count = (...wantedStages: LearnStage[]) =>
    stages.filter((stage) => wantedStages.includes(stage)).length;
  return {
    study: count('enrolled', 'studying'),
    exam: count('study_done'),
    survey: count('survey_due'),
  };
}
