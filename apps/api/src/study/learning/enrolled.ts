import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatDay, longDay } from '../../platform/http/format-time.ts';
import { readReadiness } from '../../content/catalogue/sale.store.ts';
import { findContent, type ListedContent } from '../../content/catalogue/catalogue.store.ts';
import {
  getWorstState,
  isUnopened,
  lastOpening,
  type Readiness,
  saleWords,
} from '../../content/catalogue/sale.rules.ts';
import { findCurrentLearning, type Learning } from './learning.store.ts';

interface Asking {
  site_id: string;
  user_id: string;
}

/** Refuses study to people who lost what opened their enrolment, such as a class that they no longer
 * belong to; passed in by the room's `register.ts`. */
export type StudyGate = (db: Db, learning: Pick<Learning, 'source' | 'source_id'>) => Promise<void>;

/** The person's enrolment in a course of this site. Courses of other sites are not found; without
 * an enrolment the call is refused. */
export async function enrolmentIn(
  db: Db,
  { site_id, user_id }: Asking,
  contentId: string,
): Promise<{ learning: Learning; content: ListedContent['content'] }> {
  const placed = await findContent(db, site_id, contentId);
  const learning = placed && (await findCurrentLearning(db, user_id, contentId));
  if (placed && learning) return { learning, content: placed.content };
  throw refusalWithoutEnrolment(placed);
}

/** Why a call about a course is refused to a person without an enrolment in it: only public courses
 * can be joined. */
export const refusalWithoutEnrolment = (placed: ListedContent | undefined): RefusalError =>
  placed?.shown && ['on', 'off'].includes(placed.content.status) ? notOwned() : noCourse();

export const notOwned = () => new RefusalError(400, '请先加入或购买该课程', 'not_owned');

export const noCourse = () => new RefusalError(404, '课程不存在或已下架', 'not_found');

/** There is nothing to study yet, so nobody may be enrolled. */
export const notReady = (state: 'unready' | 'late') =>
  new RefusalError(400, saleWords[state], 'not_ready');

/** Refuses to enrol anybody in what cannot be studied and has no day of opening. */
export function refuseUnready(readiness: readonly Readiness[], now: Date): void {
  const state = getWorstState(readiness, now);
  if (state === 'unready' || state === 'late') throw notReady(state);
}

/** Refuses study of a presale that has not opened. */
export async function refuseUnopened(db: Db, contentId: string, now: Date): Promise<void> {
  const readiness = (await readReadiness(db, [contentId])).get(contentId) ?? [];
  const opening = lastOpening(readiness, now);
  if (!readiness.some((course) => isUnopened(course, now)) || !opening) return;
  throw new RefusalError(
    400,
    now < opening
      ? `课程将于${longDay(formatDay(opening))}开课，届时可以学习`
      : '课程尚未开课，内容正在准备，学习期限自实际开课之日起计算',
    'not_open',
  );
}
