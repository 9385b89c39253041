import { tryDetail } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readTrials } from '../../content/catalogue/trial.store.ts';
import { registerTrialMedia, readTrialSeconds, trialMedia } from './trial.media.ts';
import { contentOr404 } from '../learning/visible-content.ts';
import type { ReadDetail } from '../detail/detail.view.ts';

/** Names the type, so that pages lead to the course itself. */
const noTrial = ({ content_type }: { content_type: string }) =>
  new RefusalError(404, '该课程没有可试看的内容', 'not_found', { content_type });

/** A trial is not study, so nothing is recorded. */
export function registerTrial(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  registerTrialMedia(app, context);
  answer(app, context, tryDetail, async ({ db, site, person, body }) => {
    const placed = await contentOr404(
      db,
      site.site_id,
      { content_type: 'C', id: body.id },
      person?.user_id,
    );
    const { is_free, status } = placed.content;
    const isOffered = placed.shown && status === 'on' && is_free === 'N';
    const trials = isOffered ? await readTrials(db, body.id) : [];
    const chosen = trials.find(({ section_id }) => section_id === body.section_id) ?? trials[0];
    if (!chosen || (body.section_id !== undefined && chosen.section_id !== body.section_id))
      throw noTrial(placed.content);
    const sections = await Promise.all(
      trials.map(async ({ folder, ...row }) => ({
        ...row,
        try_seconds: await readTrialSeconds(context, folder, row.try_seconds),
      })),
    );
    const section = sections[trials.indexOf(chosen)];
    if (!section) throw noTrial(placed.content);
    return {
      course: await readDetail(db, site.site_id, placed, person?.user_id, context.now()),
      sections,
      section,
      ...trialMedia(context, chosen.folder, { site_id: site.site_id, limit: chosen.try_seconds }),
    };
  });
}
