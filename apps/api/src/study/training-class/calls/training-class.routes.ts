import { words } from '@cme/contract/base';
import {
  trainingclassApply,
  trainingclassDetail,
  trainingclassDownload,
  trainingclassList,
  trainingclassNotices,
  trainingclassProve,
  trainingclassQuit,
  trainingclassResource,
  trainingclassTeachers,
} from '@cme/contract/study';
import { cleanHtml } from '@cme/contract/html';
import type { FastifyInstance } from 'fastify';
import { createBatcher } from '../../../platform/batching/batcher.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readTeachers } from '../../../content/catalogue/catalogue.store.ts';
import { requestFactProof } from '../../../person/fact/ask.action.ts';
import { signDownload } from '../../../person/file/download.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { startAdvancing } from '../advance.job.ts';
import { type Application, type Applied, applyAll } from '../apply.action.ts';
import { verdictOn } from '../member-scope.ts';
import type { ClassEffects } from '../qualify.action.ts';
import { quitClass } from '../quit.action.ts';
import { registerSigning } from './sign.routes.ts';
import { findTraining, listClasses, readWaitingPlaces } from '../training-class.store.ts';
import { handoutOr404, readHandouts } from './handout.view.ts';
import { addMyProgress, getOpenIds } from './my-class.view.ts';
import {
  readClassAsker,
  classOr404,
  readClassDetail,
  myClass,
  readPeriods,
  readPlacedClasses,
  toClassRow,
  readTeaching,
} from './training-class.view.ts';

export function registerTrainingclass(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
  effects: ClassEffects,
): void {
  const stop = startAdvancing(context, effects);
  app.addHook('preClose', async () => stop());
  registerReading(app, context);
  registerHandouts(app, context);
  registerApplying(app, context, completion);
  registerSigning(app, context);
}

/** Public data. */
function registerReading(app: FastifyInstance, context: AppContext): void {
  answer(app, context, trainingclassList, async ({ body, site, db, person }) => {
    const now = context.now();
    const { training_id, mine, tab, page, page_size } = body;
    if (mine === 'Y' && !person) throw new RefusalError(401, words.loginFirst, 'need_login');
    const asker = await readClassAsker(db, site.site_id, person?.user_id);
    const classIds = asker?.members.map(({ class_id }) => class_id);
    const filter =
      mine === 'Y' && asker
        ? { trainingId: training_id, classIds, tab: { name: tab, openIds: getOpenIds(asker) } }
        : { trainingId: training_id };
    const { rows, total, open, all } = await listClasses(
      db,
      site.site_id,
      { ...filter, page, size: page_size },
      now,
    );
    const placed = await readPlacedClasses(db, site.site_id, rows);
    const periods = await readPeriods(db, site.site_id, asker);
    const about = training_id ? await findTraining(db, site.site_id, training_id) : undefined;
    const list = placed.map((item) => toClassRow(item, asker, periods, now));
    return {
      list:
        mine === 'Y' && person
          ? await addMyProgress(db, { rows: list, placed }, person.user_id, now)
          : list,
      total,
      page,
      page_size,
      ...(about ? { training: { ...about, html: cleanHtml(about.html) } } : {}),
      ...(mine === 'Y' && person
        ? {
            counts: { open, ended: all - open, all },
            teaching: await readTeaching(db, site.site_id, person.user_id, now),
          }
        : {}),
    };
  });
  answer(app, context, trainingclassDetail, ({ body, site, db, person }) =>
    readClassDetail(db, site.site_id, body.class_id, person?.user_id, context.now()),
  );
  answer(app, context, trainingclassTeachers, async ({ body, site, db }) => {
    await classOr404(db, site.site_id, body.class_id);
    return { list: await readTeachers(db, body.class_id) };
  });
  answer(app, context, trainingclassNotices, async ({ body, site, db }) => {
    const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
    const now = context.now();
    const list = trainingClass.notices
      .map((notice) => ({ ...notice, at: new Date(notice.publish_at) }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => b.at.getTime() - a.at.getTime());
    return {
      list: list.map(({ id, title, html, at }) => ({
        id,
        title,
        html: cleanHtml(html),
        publish_at: formatTime(at),
      })),
    };
  });
}

function registerHandouts(app: FastifyInstance, context: AppContext): void {
  answer(app, context, trainingclassResource, ({ body, site, db, person }) =>
    readHandouts(db, site.site_id, body.class_id, person?.user_id),
  );
  answer(app, context, trainingclassDownload, async ({ body, site, db, person }) =>
    signDownload(context, site, await handoutOr404(db, site.site_id, body, person?.user_id)),
  );
}

/** Concurrent applications share a transaction: a thousand would otherwise wait for the class's
 * lock one by one. */
function registerApplying(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  const apply = createBatcher<Application, Applied>((some) =>
    applyAll(context.db, some, context.now()),
  );
  answer(app, context, trainingclassApply, async ({ body, site, person, db }) => {
    const { member, place } = await apply({
      ...body,
      site_id: site.site_id,
      user_id: person.user_id,
    });
    return myClass(
      member,
      place ?? (await readWaitingPlaces(db, [member])).get(member.member_id) ?? 0,
    );
  });
  answer(app, context, trainingclassProve, async ({ body, site, person, db }) => {
    const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
    const verdict = await verdictOn(db, trainingClass.class_id, person.user_id);
    if (verdict.state === 'unverified')
      await requestFactProof(
        db,
        person.user_id,
        verdict.fields.filter((field) => field !== 'unit_id'),
        body.file_ids,
        context.now(),
      );
    return {};
  });
  answer(app, context, trainingclassQuit, async ({ body, site, person, db }) => {
    const owner = { site_id: site.site_id, user_id: person.user_id };
    // A queue in front of the database: waiting for the lock would otherwise use all connections.
    await runInTurn(`quit ${body.class_id}`, () =>
      quitClass(db, completion, owner, body.class_id, context.now()),
    );
    return {};
  });
}
