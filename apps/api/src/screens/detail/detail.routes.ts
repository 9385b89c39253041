import {
  contentCatalog,
  contentDetail,
  contentList,
  contentRelated,
  contentTeachers,
  courseDetailCount,
} from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import { answer, preparedReply } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { findCurrentLearning } from '../../study/learning/learning.store.ts';
import { chaptersFor } from '../../study/learning/outline.view.ts';
import { readTeachers } from '../../content/catalogue/catalogue.store.ts';
import { parseCard, relatedCards } from '../../content/catalogue/lists/card.store.ts';
import { readYears } from '../../content/catalogue/home/home.store.ts';
import { listCards } from '../../content/catalogue/lists/card-list.store.ts';
import { contentOr404 } from '../../study/learning/visible-content.ts';
import type { ReadDetail } from '../../study/detail/detail.view.ts';
import { countAttachments } from '../../content/catalogue/attachment.store.ts';
import { countHomework } from '../../study/homework/homework.store.ts';
import { countNotes } from '../../study/note/note.store.ts';
import { appraisedAs } from '../../study/appraise/appraise.view.ts';
import { refreshSearch } from '../../content/catalogue/write/search.store.ts';

export function registerDetail(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  app.addHook('onListen', () => {
    void refreshSearch(context.db, context.stopping).catch((error: unknown) =>
      context.log.error({ err: error }, 'rebuilding search entries of courses failed'),
    );
  });
  answer(
    app,
    context,
    contentList,
    async ({ body, site, db }) => {
      const { page, page_size, ...filters } = body;
      const now = context.now();
      const [{ total, cards }, years] = await Promise.all([
        listCards(db, site.site_id, { filters, page, size: page_size }, now),
        readYears(db, site.site_id, now),
      ]);
      const others = { total, page, page_size, years: years.map(String) };
      return preparedReply(`{"list":[${cards}],${JSON.stringify(others).slice(1)}`);
    },
    { sharedForMs: context.settings.listCacheMs },
  );
  answer(app, context, contentDetail, async ({ body, site, db, person }) => {
    const placed = await contentOr404(db, site.site_id, body, person?.user_id);
    return readDetail(db, site.site_id, placed, person?.user_id, context.now());
  });
  answer(app, context, contentCatalog, async ({ body, site, db, person }) => {
    const { content } = await contentOr404(db, site.site_id, body, person?.user_id);
    return {
      chapters: await chaptersFor(
        db,
        content,
        person && (await findCurrentLearning(db, person.user_id, body.id)),
      ),
    };
  });
  answer(app, context, contentTeachers, async ({ body, site, db, person }) => {
    await contentOr404(db, site.site_id, body, person?.user_id);
    return { list: await readTeachers(db, body.id) };
  });
  answer(app, context, contentRelated, async ({ body, site, db, person }) => {
    const { content } = await contentOr404(db, site.site_id, body, person?.user_id);
    return {
      list: (await relatedCards(db, site.site_id, content, context.now(), 6)).map(parseCard),
    };
  });
  answer(app, context, courseDetailCount, async ({ body, site, db, person }) => {
    await contentOr404(db, site.site_id, body, person?.user_id);
    return {
      appraiseCount: (await appraisedAs(db, site.site_id, body.id)).appraise_count,
      noteCount: await countNotes(db, {
        site_id: site.site_id,
        user_id: person?.user_id ?? '',
        content_id: body.id,
      }),
      resourceCount: await countAttachments(db, body.id),
      homeworkCount: await countHomework(db, body.id),
    };
  });
}
