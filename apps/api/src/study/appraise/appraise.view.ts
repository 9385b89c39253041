import type { DataOf } from '@cme/contract/base';
import type { Appraise, appraiseList } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { computeAverage, getMeans, computeScore, shortName } from './appraise.rules.ts';
import {
  type AppraiseRow,
  type AppraiseSum,
  findAppraise,
  readAppraises,
  readSum,
} from './appraise.store.ts';

const none = { count: 0, useful: 0, concise: 0, logical: 0, design: 0 };
const getStars = (sum: AppraiseSum | undefined) =>
  sum ? [sum.star_1, sum.star_2, sum.star_3, sum.star_4, sum.star_5] : [0, 0, 0, 0, 0];

/** Mean and number of reviews of a content on a site. */
export async function appraisedAs(
  db: Db,
  siteId: string,
  contentId: string,
): Promise<{ score_avg: number; appraise_count: number }> {
  const sum = (await readSum(db, siteId, contentId)) ?? none;
  return { score_avg: computeAverage(sum, sum.count), appraise_count: sum.count };
}

const toAppraise = (row: AppraiseRow, name: string): Appraise => ({
  appraise_id: row.appraise_id,
  user_name: shortName(name),
  useful: row.useful,
  concise: row.concise,
  logical: row.logical,
  design: row.design,
  score: computeScore(row),
  text: row.text,
  created_at: formatTime(row.created_at),
});

/** The reviews of a content on this site, with the actions of the current user. */
export async function readAppraiseList(
  db: Db,
  siteId: string,
  contentId: string,
  userId: string | undefined,
  { page, page_size }: { page: number; page_size: number },
): Promise<DataOf<typeof appraiseList>> {
  const sum = await readSum(db, siteId, contentId);
  const { count } = sum ?? none;
  const rows = count === 0 ? [] : await readAppraises(db, siteId, contentId, page, page_size);
  const ownAppraise = userId === undefined ? undefined : await findAppraise(db, userId, contentId);
  const people = await readUsers(
    db,
    [...rows, ...(ownAppraise ? [ownAppraise] : [])].map(({ user_id }) => user_id),
  );
  const view = (row: AppraiseRow) => toAppraise(row, people.get(row.user_id)?.real_name ?? '');
  return {
    list: rows.map(view),
    total: count,
    page,
    page_size,
    score_avg: computeAverage(sum ?? none, count),
    scales: getMeans(sum ?? none, count),
    stars: getStars(sum),
    my_state: await myState(db, userId, contentId, ownAppraise),
    ...(ownAppraise ? { mine: view(ownAppraise) } : {}),
  };
}

async function myState(
  db: Db,
  userId: string | undefined,
  contentId: string,
  ownAppraise: AppraiseRow | undefined,
): Promise<string> {
  if (userId === undefined) return '';
  if (ownAppraise) return 'done';
  const learning = await findCurrentLearning(db, userId, contentId);
  return learning?.learn_status === 'completed' ? 'can' : 'not_completed';
}
