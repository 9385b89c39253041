import { contentCatalog, contentDetail, contentList, contentRelated, contentTeachers, courseDetailCount } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer, type Sealed, sealText } from '../../answer.ts';
import type { Db } from '../../database.ts';
import type { House } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { wireTime } from '../../wire-time.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { findLearningOf } from '../learning/learning.store.ts';
import { chaptersFor } from '../learning/outline.ts';
import { actionOf, yuan } from './catalogue.rules.ts';
import { cardOf, findContent, listCards, type Placed, readTeachers, relatedCards } from './catalogue.store.ts';
import { openShelf } from './shelf.ts';

export function registerCatalogue(app: FastifyInstance, house: House): void {
  const lists = openShelf<Sealed>(house.settings.listCacheMs, 500);
  answer(app, house, contentList, ({ body, site, db }) => {
    const { page, page_size, ...filters } = body;
    return lists(JSON.stringify([site.site_id, body]), async () => {
      const { total, cards } = await listCards(db, site.site_id, filters, house.now(), page, page_size);
      return sealText(`{"list":[${cards}],"total":${total},"page":${page},"page_size":${page_size}}`);
    });
  });
  answer(app, house, contentDetail, async ({ body, site, db, person }) => {
    const placed = await contentOr404(db, site.site_id, body.id, person?.user_id);
    return { ...detailOf(placed), ...(await mine(db, placed, person?.user_id, house.now())) };
  });
  answer(app, house, contentCatalog, async ({ body, site, db, person }) => {
    const { content } = await contentOr404(db, site.site_id, body.id, person?.user_id);
    return { chapters: await chaptersFor(db, content, person && (await findLearningOf(db, person.user_id, body.id))) };
  });
  answer(app, house, contentTeachers, async ({ body, site, db, person }) => {
    await contentOr404(db, site.site_id, body.id, person?.user_id);
    return { list: await readTeachers(db, body.id) };
  });
  answer(app, house, contentRelated, async ({ body, site, db, person }) => {
    const { content } = await contentOr404(db, site.site_id, body.id, person?.user_id);
    return { list: (await relatedCards(db, site.site_id, content, house.now(), 6)).map(cardOf) };
  });
  answer(app, house, courseDetailCount, async ({ body, site, db, person }) => {
    const { content } = await contentOr404(db, site.site_id, body.id, person?.user_id);
    return { appraiseCount: content.appraise_count, noteCount: 0, resourceCount: content.resource_count, homeworkCount: 0 };
  });
}

/** A content that this site shows, or that this person is enrolled in; anything else is not found. */
async function contentOr404(db: Db, siteId: string, id: string, userId: string | undefined): Promise<Placed> {
  const placed = await findContent(db, siteId, id);
  const isPublic = placed?.shown && ['on', 'off'].includes(placed.content.status);
  if (placed && (isPublic || (userId !== undefined && (await findLearningOf(db, userId, id))))) return placed;
  throw new Refusal(404, '课程不存在或已下架', 'not_found');
}

async function mine(db: Db, { content }: Placed, userId: string | undefined, now: Date) {
  const learning = userId === undefined ? undefined : await findLearningOf(db, userId, content.content_id);
  const status = learning && statusAt(learning, now);
  const my_learning = learning && status && status !== 'revoked' ? { learning_id: learning.learning_id, learn_status: status, progress: learning.progress } : undefined;
  return { action: actionOf(content, status, now), ...(my_learning ? { my_learning } : {}) };
}

function detailOf({ content, study_count }: Placed) {
  const card = cardOf(content.card);
  return {
    ...card, study_count, price: yuan(content.price_fen), summary: content.summary, detail_html: content.detail_html, project_no: content.project_no,
    leader: content.leader, source_unit: content.source_unit, start_at: wireTime(content.start_at), end_at: wireTime(content.end_at), study_days: content.study_days,
    sequential: content.sequential, discipline: content.discipline, tags: content.tags, score_avg: content.score_avg, appraise_count: content.appraise_count,
    resource_count: content.resource_count,
  };
}
