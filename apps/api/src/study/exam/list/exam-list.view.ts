import type { DataOf } from '@cme/contract/base';
import type { examList } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import { readLearnings } from '../../learning/learning.store.ts';
import type { ExamAction } from '../enrolment/action.rules.ts';
import { readExamCards, type ExamOverview, readExamOverviews } from './exam-card.view.ts';

const finishedActions: readonly ExamAction[] = ['passed', 'exhausted', 'closed'];
const openActions: readonly ExamAction[] = [
  'can_resume',
  'can_start',
  'cooling',
  'reviewing',
  'not_open',
  'locked',
];
const getLastTime = ({ attempts, learning }: ExamOverview) =>
  attempts.at(-1)?.submitted_at?.getTime() ?? learning.last_at.getTime();

const maxLearnings = 500;
/** A course completed before it had an exam does not need one. */
const isListed = ({ action, attempts, learning }: ExamOverview) =>
  action !== 'closed' || attempts.length > 0 || learning.learn_status !== 'completed';

interface ListRequest {
  tab: 'todo' | 'done';
  page: number;
  page_size: number;
}

/** The person's exams: actionable ones first, finished ones by their last attempt. */
export async function listExams(
  db: Db,
  { user_id, site_id }: { user_id: string; site_id: string },
  { tab, page, page_size }: ListRequest,
  now: Date,
): Promise<DataOf<typeof examList>> {
  const learnings = (
    await readLearnings(db, user_id, { tab: 'every', page: 1, size: maxLearnings }, now)
  ).filter((learning) => learning.site_id === site_id);
  const overviews = (await readExamOverviews(db, site_id, learnings, now)).filter(isListed);
  const done = overviews
    .filter(({ action }) => finishedActions.includes(action))
    .toSorted((a, b) => getLastTime(b) - getLastTime(a));
  const todo = overviews
    .filter(({ action }) => !finishedActions.includes(action))
    .toSorted(
      (a, b) =>
        openActions.indexOf(a.action) - openActions.indexOf(b.action) ||
        getLastTime(b) - getLastTime(a),
    );
  const rows = { todo, done }[tab];
  const list = await readExamCards(db, rows.slice((page - 1) * page_size, page * page_size), now);
  return {
    list,
    total: rows.length,
    page,
    page_size,
    counts: { todo: todo.length, done: done.length },
  };
}
