import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { CheckPlan } from '../../../content/catalogue/catalogue.rules.ts';
import { setCheckPlan } from '../../../content/catalogue/write/resource.store.ts';
import { replaceCheckQuestion } from '../../learning/progress/progress.store.ts';
import { checkWindows } from '../play/checks.rules.ts';
import {
  type ClassQuestion,
  deleteClassQuestions,
  insertClassQuestions,
} from './class-question.store.ts';

export interface NewQuestions {
  /** When they are asked, in seconds of the video or audio. */
  windows: readonly (readonly [number, number])[];
  questions: readonly Pick<ClassQuestion, 'stem' | 'options' | 'answer' | 'explain'>[];
}

interface Asked {
  section_id: string;
  seconds: number;
  check_plan: CheckPlan | null;
}

/**
 * Replaces the questions of a section. Its other checks stay, and a learner with an open question
 * gets a new one.
 */
export async function replaceClassQuestions(
  tx: Db,
  { section_id, seconds, check_plan }: Asked,
  { windows, questions }: NewQuestions,
): Promise<void> {
  const clicks = checkWindows(seconds, check_plan).filter(([, , kind]) => kind !== 'question');
  const windowsWithQuestion = windows.map(([from, to]): CheckPlan[number] => [
    from,
    to,
    'question',
  ]);
  const plan = [...clicks, ...windowsWithQuestion].toSorted(([a], [b]) => a - b);
  const rows = questions.map((question, sort) => ({
    ...question,
    question_id: ulid(),
    section_id,
    sort,
  }));
  await deleteClassQuestions(tx, section_id);
  await insertClassQuestions(tx, rows);
  await setCheckPlan(tx, section_id, plan);
  await replaceCheckQuestion(tx, section_id, rows[0]?.question_id ?? null);
}
