import {
  inquiryAdd,
  inquiryAnswer,
  inquiryDelete,
  inquiryList,
  inquiryWaiting,
} from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { readPlayable } from '../../content/catalogue/outline.store.ts';
import { requireTeacher } from '../../person/identity/course-teacher.ts';
import { enrolmentIn } from '../learning/enrolled.ts';
import { answerInquiry } from './answer.action.ts';
import { createInquiry } from './ask.action.ts';
import {
  deleteWaiting,
  findInquiry,
  type InquiryRow,
  readAnswered,
  readOwn,
  readWaiting,
} from './inquiry.store.ts';
import { readInquiryViews } from './inquiry.view.ts';

const noInquiry = () => new RefusalError(404, '没有找到这个问题', 'not_found');

export function registerInquiry(app: FastifyInstance, context: AppContext): void {
  answer(app, context, inquiryList, async ({ db, site, person, body }) => {
    const owner = { site_id: site.site_id, user_id: person.user_id };
    await enrolmentIn(db, owner, body.id);
    const { scope, page, page_size } = body;
    const { rows, total } =
      scope === 'mine'
        ? await readOwn(db, person.user_id, body.id, body)
        : await readAnswered(db, site.site_id, body.id, body);
    return { list: await readInquiryViews(db, rows, person.user_id), total, page, page_size };
  });
  answer(
    app,
    context,
    inquiryAdd,
    async ({ db, site, person, body }) => {
      const owner = { site_id: site.site_id, user_id: person.user_id };
      await enrolmentIn(db, owner, body.id);
      const { section_id: of } = body;
      const section = of === undefined ? undefined : (await readPlayable(db, [of])).get(of);
      if (of !== undefined && section?.content_id !== body.id)
        throw new RefusalError(404, '没有找到该小节', 'not_found');
      return {
        inquiry: await readInquiryView(
          db,
          await createInquiry(db, owner, body, context.now()),
          person.user_id,
        ),
      };
    },
    { perMinute: 30 },
  );
  answer(app, context, inquiryDelete, async ({ db, site, person, body }) => {
    const row = await findInquiry(db, body.inquiry_id);
    if (row?.user_id !== person.user_id || row.site_id !== site.site_id) return { deleted: 0 };
    if (await deleteWaiting(db, body.inquiry_id)) return { deleted: 1 };
    if (!(await findInquiry(db, body.inquiry_id))) return { deleted: 0 };
    throw new RefusalError(400, '老师已经处理，不能撤回', 'inquiry_state');
  });
  registerAnswering(app, context);
}

/** Calls of the site's teachers. */
function registerAnswering(app: FastifyInstance, context: AppContext): void {
  answer(app, context, inquiryWaiting, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { page, page_size } = body;
    const { rows, total } = await readWaiting(db, site.site_id, body);
    recordShownPeople(rows.map(({ user_id }) => user_id));
    const views = await readInquiryViews(db, rows, person.user_id);
    const courses = await readCourseFacts(
      db,
      rows.map(({ content_id }) => content_id),
    );
    const list = views.map((view, index) => {
      const content_id = rows[index]?.content_id ?? '';
      return { ...view, content_id, content_title: courses.get(content_id)?.title ?? '' };
    });
    return { list, total, page, page_size };
  });
  answer(app, context, inquiryAnswer, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { inquiry_id, ...decision } = body;
    if ((await findInquiry(db, inquiry_id))?.site_id !== site.site_id) throw noInquiry();
    const row = await db
      .transaction((tx) => answerInquiry(tx, inquiry_id, decision, person.user_id, context.now()))
      .catch((error: unknown) => {
        // Withdrawn meanwhile.
        if (error instanceof NotPossibleError) throw noInquiry();
        throw error;
      });
    recordShownPeople([row.user_id]);
    return { inquiry: await readInquiryView(db, row, person.user_id) };
  });
}

async function readInquiryView(db: Db, row: InquiryRow, userId: string) {
  const [view] = await readInquiryViews(db, [row], userId);
  if (!view) throw new Error('the view of an inquiry is missing');
  return view;
}
