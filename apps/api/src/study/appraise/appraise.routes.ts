import { appraiseAdd, appraiseList, resourceDownload, resourceList } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { addAppraise } from './add.action.ts';
import { readAppraiseList } from './appraise.view.ts';
import {
  findAttachment,
  logDownload,
  readAttachments,
} from '../../content/catalogue/attachment.store.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { signDownload } from '../../person/file/download.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { contentOr404 } from '../learning/visible-content.ts';
import { flag } from '../../platform/http/flag.ts';

/** Reviews of a course, and its files. */
export function registerAppraise(app: FastifyInstance, context: AppContext): void {
  answer(app, context, appraiseList, async ({ db, site, person, body }) => {
    await contentOr404(db, site.site_id, body, person?.user_id);
    return readAppraiseList(db, site.site_id, body.id, person?.user_id, body);
  });
  answer(app, context, appraiseAdd, async ({ db, site, person, body }) => {
    await contentOr404(db, site.site_id, body, person.user_id);
    return {
      appraise_id: await addAppraise(
        db,
        { siteId: site.site_id, userId: person.user_id, contentId: body.id },
        body,
        context.now(),
      ),
    };
  });
  answer(app, context, resourceList, async ({ db, site, person, body }) => {
    await contentOr404(db, site.site_id, body, person?.user_id);
    const rows = await readAttachments(db, body.id);
    const learning = person && (await findCurrentLearning(db, person.user_id, body.id));
    return {
      list: rows.map(({ attachment_id, title, kind, size, created_at }) => ({
        resource_id: attachment_id,
        title,
        kind,
        size,
        created_at: formatTime(created_at),
      })),
      can_download: flag(learning !== undefined),
    };
  });
  answer(app, context, resourceDownload, async ({ db, site, person, body }) => {
    await contentOr404(db, site.site_id, body, person.user_id);
    const file = await findAttachment(db, body.id, body.resource_id);
    if (!file) throw new RefusalError(404, '没有找到该资料', 'not_found');
    if (!(await findCurrentLearning(db, person.user_id, body.id)))
      throw new RefusalError(400, '加入课程后才能下载资料', 'not_owned');
    const owner = { owner_type: 'content', owner_id: body.id };
    const { url, file_name, expire_at } = signDownload(
      context,
      site,
      await fileOfOwner(db, owner, file.file_key),
    );
    await logDownload(db, {
      attachment_id: file.attachment_id,
      site_id: site.site_id,
      user_id: person.user_id,
      at: context.now(),
    });
    return { url, name: file_name, expire_at };
  });
}
