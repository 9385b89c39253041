import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { getMissingParts, statusAt } from '../learning/learning.rules.ts';
import type { Learning } from '../learning/learning.store.ts';
import { readParts } from '../learning/outline.view.ts';
import { ledger } from '../learning/progress/ledger.rules.ts';

const studyOnly = {
  has_exam: 'N',
  has_survey: 'N',
  exam_status: 'none',
  survey_status: 'none',
} as const;

/** What is missing in study before the exam opens, as sentences. */
export async function readMissing(db: Db, learning: Learning, now: Date): Promise<string[]> {
  const course = (await readCourseFacts(db, [learning.content_id])).get(learning.content_id);
  const parts =
    (await readParts(db, [learning], () => course?.sequential ?? 'N')).get(learning.learning_id) ??
    [];
  return getMissingParts(
    statusAt(learning, now),
    parts,
    studyOnly,
    formatTime(learning.study_end_at),
    ledger.threshold,
  );
}
