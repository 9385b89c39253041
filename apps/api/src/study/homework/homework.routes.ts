import type { ParsedBodyOf } from '@cme/contract/base';
import {
  homeworkDownload,
  homeworkGrade,
  homeworkList,
  homeworkSave,
  homeworkSubmit,
  homeworkWaiting,
} from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { signDownload } from '../../person/file/download.ts';
import { requireTeacher } from '../../person/identity/course-teacher.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { enrolmentIn, noCourse } from '../learning/enrolled.ts';
import { gradeHomework, HomeworkNotFoundError } from './grade.action.ts';
import {
  findHomework,
  findSubmit,
  logView,
  readHomework,
  readWaiting,
  type SubmitRow,
} from './homework.store.ts';
import {
  readHandInViews,
  readHomeworkViews,
  ownerType,
  readHomeworkFacts,
} from './homework.view.ts';
import { writeHomework } from './write.action.ts';

interface Who {
  site_id: string;
  user_id: string;
}

export function registerHomework(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  answer(app, context, homeworkList, async ({ db, site, person, body }) => {
    const owner = { site_id: site.site_id, user_id: person.user_id };
    const { learning } = await enrolmentIn(db, owner, body.id);
    const now = context.now();
    const tasks = await readHomework(db, body.id);
    const homeworkFacts = await readHomeworkFacts(db, learning);
    return {
      list: await readHomeworkViews(db, tasks, homeworkFacts, now),
      server_time: now.getTime(),
    };
  });
  const write =
    (submit: boolean) =>
    async ({ db, site, person, body }: Asked) => {
      const task = await findHomework(db, body.homework_id);
      if (!task) throw noCourse();
      const learner: Who = { site_id: site.site_id, user_id: person.user_id };
      const { learning } = await enrolmentIn(db, learner, task.content_id);
      const now = context.now();
      await db.transaction(async (tx) => {
        const homeworkFacts = await readHomeworkFacts(tx, learning);
        await writeHomework(tx, completion, { task, facts: homeworkFacts, body, submit }, now);
      });
      const homeworkFacts = await readHomeworkFacts(db, learning);
      const [homework] = await readHomeworkViews(db, [task], homeworkFacts, now);
      if (!homework) throw new Error('the view of homework is missing');
      return { homework };
    };
  answer(app, context, homeworkSave, write(false), { perMinute: 120 });
  answer(app, context, homeworkSubmit, write(true), { perMinute: 60 });
  registerGrading(app, context, completion);
}

interface Asked {
  db: Db;
  site: { site_id: string };
  person: { user_id: string };
  body: ParsedBodyOf<typeof homeworkSave>;
}

/** Calls of the site's teachers. */
function registerGrading(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  answer(app, context, homeworkWaiting, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { page, page_size } = body;
    const { rows, total } = await readWaiting(db, site.site_id, body);
    return { list: await readHandInViews(db, rows), total, page, page_size };
  });
  answer(app, context, homeworkGrade, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { submit_id, ...grade } = body;
    await handedIn(db, site.site_id, submit_id);
    const row = await withRefusals(
      db.transaction((tx) =>
        gradeHomework(
          tx,
          completion,
          { submitId: submit_id, grade, graderId: person.user_id },
          context.now(),
        ),
      ),
    );
    const [hand_in] = await readHandInViews(db, [row]);
    if (!hand_in) throw new Error('the view of a submission is missing');
    return { hand_in };
  });
  answer(app, context, homeworkDownload, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { submit_id, file_id } = body;
    const { user_id } = await handedIn(db, site.site_id, submit_id);
    recordShownPeople([user_id]);
    const file = await fileOfOwner(db, { owner_type: ownerType, owner_id: submit_id }, file_id);
    const download = signDownload(context, site, file);
    await logView(db, { submit_id, file_id, viewer_id: person.user_id, at: context.now() });
    return download;
  });
}

/** Submitted homework of this site; drafts are private. */
async function handedIn(db: Db, siteId: string, submitId: string): Promise<SubmitRow> {
  const row = await findSubmit(db, submitId);
  if (row?.site_id !== siteId || !row.submitted_at)
    throw new RefusalError(404, '没有找到这份作业', 'not_found');
  return row;
}

/** Staff errors become refusals here, and a printed line in the command. */
async function withRefusals<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HomeworkNotFoundError)
      throw new RefusalError(404, error.message, 'not_found');
    if (error instanceof NotPossibleError)
      throw new RefusalError(400, error.message, 'homework_state');
    throw error;
  }
}
