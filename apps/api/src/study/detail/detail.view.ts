import type { Action, MyLearning } from '@cme/contract/content';
import { cleanHtml } from '@cme/contract/html';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { statusAt, validDays } from '../learning/learning.rules.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { learningsAmong } from '../learning/owned.store.ts';
import { learningAt } from '../learning/my-learning.view.ts';
import {
  getWorstState,
  lastOpening,
  type Readiness,
  type SaleState,
} from '../../content/catalogue/sale.rules.ts';
import { readReadiness } from '../../content/catalogue/sale.store.ts';
import { getContentAction, isOpen } from '../../content/catalogue/catalogue.rules.ts';
import { fitsScope } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import type { ListedContent } from '../../content/catalogue/catalogue.store.ts';
import { appraisedAs } from '../appraise/appraise.view.ts';
import { countAttachments } from '../../content/catalogue/attachment.store.ts';
import { countMissingVideos } from '../../content/catalogue/outline.store.ts';
import { readTrials } from '../../content/catalogue/trial.store.ts';
import { parseCard } from '../../content/catalogue/lists/card.store.ts';
import { isBundle, packageStanding } from '../../content/catalogue/package.rules.ts';
import { packageCourses } from '../../content/catalogue/package-courses.store.ts';

/** An unpaid order in which a person is buying one of these contents. */
interface PendingOrder {
  order_code: string;
  expire_at: Date;
}
export type FindPendingOrders = (
  db: Db,
  userId: string,
  contentIds: string[],
  now: Date,
) => Promise<readonly PendingOrder[]>;

/** Reads the data common to all item pages for the current user. */
export type ReadDetail = ReturnType<typeof createDetailReader>;

/** The person's enrolment in a content, and the action of its main button. The state of a package
 * is that of its courses. */
async function readOwnership(
  db: Db,
  { content }: ListedContent,
  userId: string | undefined,
  now: Date,
): Promise<{ action: Action; my_learning?: MyLearning }> {
  // A class determines its own action.
  const toGet = () =>
    content.content_type === 'X' ? ('none' as const) : getContentAction(content, undefined, now);
  if (userId === undefined) return { action: toGet() };
  const learning = await findCurrentLearning(db, userId, content.content_id);
  if (!isBundle(content.content_type) && learning)
    return {
      action: getContentAction(content, statusAt(learning, now), now),
      my_learning: learningAt(learning, now),
    };
  const standing = isBundle(content.content_type)
    ? await readPackageStanding(db, userId, content.content_id, now)
    : undefined;
  if (standing && learning)
    return {
      action: getContentAction(content, standing.learn_status, now),
      my_learning: {
        learning_id: learning.learning_id,
        learn_status: standing.learn_status,
        progress: standing.progress,
      },
    };
  if (standing?.isWhole) return { action: getContentAction(content, standing.learn_status, now) };
  const buyer = await findScoped(db, userId);
  return {
    action: buyer && fitsScope(content.apply_scope, buyer) ? toGet() : 'none',
  };
}

/** `isWhole`: every course of it is owned, from any source. */
async function readPackageStanding(db: Db, userId: string, packageId: string, now: Date) {
  const ids = ((await packageCourses(db, [packageId])).get(packageId) ?? []).map(
    ({ content_id }) => content_id,
  );
  const learnings = await learningsAmong(db, userId, ids);
  const courses = ids
    .map((id) => learnings.get(id))
    .map(
      (learning) =>
        learning && { learn_status: statusAt(learning, now), progress: learning.progress },
    );
  return { ...packageStanding(courses), isWhole: courses.length > 0 && courses.every(Boolean) };
}

/** Facts for the decision to buy: study period, missing videos, unpaid order. */
async function readPurchaseNotes(
  findPendingOrders: FindPendingOrders,
  db: Db,
  { placed: { content }, readiness }: { placed: ListedContent; readiness: readonly Readiness[] },
  userId: string | undefined,
  now: Date,
) {
  const courses = isBundle(content.content_type)
    ? await packageCourses(db, [content.content_id])
    : undefined;
  const ids = courses?.get(content.content_id)?.map(({ content_id }) => content_id) ?? [
    content.content_id,
  ];
  const waiting = await countMissingVideos(db, ids);
  const opening = lastOpening(readiness, now);
  const [open] =
    userId === undefined ? [] : await findPendingOrders(db, userId, [content.content_id], now);
  return {
    valid_days: validDays(content, opening ?? now),
    waiting_sections: ids.reduce((sum, id) => sum + (waiting.get(id) ?? 0), 0),
    ...(open
      ? { pending_order: open.order_code, pending_ms: open.expire_at.getTime() - now.getTime() }
      : {}),
  };
}

/** The data of a content's page. */
function toContentDetail({ content, study_count }: ListedContent) {
  const card = parseCard(content.card);
  return {
    ...card,
    study_count,
    price: yuan(content.price_fen),
    summary: content.summary,
    detail_html: cleanHtml(content.detail_html),
    project_no: content.project_no,
    leader: content.leader,
    source_unit: content.source_unit,
    start_at: formatTime(content.start_at),
    end_at: formatTime(content.end_at),
    study_days: content.study_days,
    sequential: content.sequential,
    discipline: content.discipline,
    tags: content.tags,
    refund_days: content.refund_days,
  };
}

/** Reviews of learners of this site, files and trial. */
async function readExtras(
  db: Db,
  siteId: string,
  { content_id, is_free }: ListedContent['content'],
) {
  const trials = is_free === 'Y' ? [] : await readTrials(db, content_id);
  return {
    ...(await appraisedAs(db, siteId, content_id)),
    resource_count: await countAttachments(db, content_id),
    try_seconds: Math.max(0, ...trials.map(({ try_seconds }) => try_seconds)),
  };
}

/** The reason why the main button is disabled; empty if it is enabled. */
function closedReason(
  { content }: ListedContent,
  { action, my_learning }: { action: Action; my_learning?: MyLearning },
  saleState: SaleState,
  now: Date,
): string {
  if (content.content_type === 'X') return '';
  if (action === 'none') return 'not_in_scope';
  if (action !== 'closed') return '';
  if (my_learning && !(my_learning.learn_status === 'expired' && isOpen(content, now)))
    return my_learning.learn_status;
  if (content.status !== 'on') return 'off_shelf';
  if (isOpen(content, now)) return saleState;
  return now < content.start_at ? 'not_started' : 'ended';
}

/** Nobody joins or buys what has nothing to study. */
const withoutSale = <Owned extends { action: Action }>(
  ownership: Owned,
  contentType: string,
  saleState: SaleState,
): Owned =>
  (ownership.action === 'join' || ownership.action === 'buy') &&
  contentType !== 'X' &&
  (saleState === 'unready' || saleState === 'late')
    ? { ...ownership, action: 'closed' }
    : ownership;

/** Orders are a higher room's: how to find the unpaid ones is handed in. */
export const createDetailReader =
  (findPendingOrders: FindPendingOrders) =>
  async (db: Db, siteId: string, placed: ListedContent, userId: string | undefined, now: Date) => {
    const { content_id } = placed.content;
    const readiness = (await readReadiness(db, [content_id])).get(content_id) ?? [];
    const saleState = getWorstState(readiness, now);
    const ownership = withoutSale(
      await readOwnership(db, placed, userId, now),
      placed.content.content_type,
      saleState,
    );
    return {
      ...toContentDetail(placed),
      ...(await readExtras(db, siteId, placed.content)),
      ...ownership,
      ...(await readPurchaseNotes(findPendingOrders, db, { placed, readiness }, userId, now)),
      closed_reason: closedReason(placed, ownership, saleState, now),
    };
  };
