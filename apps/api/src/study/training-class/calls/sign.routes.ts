import { classOfflineCode, classSessions, classSign, classSignAtDoor } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer, type CallRequest } from '../../../platform/http/answer.ts';
import { createSemaphore } from '../../../platform/locks/semaphore.ts';
import { isClassTeacher, requireClassTeacher } from '../../../person/identity/class-teacher.ts';
import { findUser } from '../../../person/identity/user.store.ts';
import { requireLesson, notMember, signIn, wrongCode } from '../sign.action.ts';
import { lessonOfCode } from '../lesson-of-code.action.ts';
import { isAttendeeCode } from '../sign.rules.ts';
import { myCode, readScreenCode, readClassSessions, toSignView } from './sign.view.ts';
import { findMember, readPresent } from '../training-class.store.ts';
import { classOr404 } from './training-class.view.ts';

/** A whole class checks in within half a minute: it waits here, in order of arrival, and not for
 * connections of the pool, where waiting ends in a refusal. */
const atTheDoor = createSemaphore({ permits: 6, waiting: Infinity, perAsker: Infinity });

/** Check-in on site. */
export function registerSigning(app: FastifyInstance, context: AppContext): void {
  answer(app, context, classSessions, async ({ db, site, person, body }) => {
    const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
    if (!(await findMember(db, body.class_id, person.user_id))) throw notMember();
    return readClassSessions(db, trainingClass, person.user_id, context.now());
  });
  answer(app, context, classOfflineCode, (callRequest) =>
    atTheDoor.run(() => codeFor(context, callRequest)),
  );
  answer(
    app,
    context,
    classSign,
    (callRequest) => atTheDoor.run(() => signByScreen(context, callRequest)),
    {
      perMinute: 30,
    },
  );
  answer(
    app,
    context,
    classSignAtDoor,
    (callRequest) => atTheDoor.run(() => signAtDoor(context, callRequest)),
    // A class of 300 enters within half a minute.
    { perMinute: 900 },
  );
}

async function codeFor(
  context: AppContext,
  { db, site, person, body }: CallRequest<typeof classOfflineCode>,
) {
  const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
  if (await isClassTeacher(db, site.site_id, person.user_id))
    return readScreenCode(context, trainingClass, body.session_id);
  const member = await findMember(db, body.class_id, person.user_id);
  if (!member) throw notMember();
  return myCode(context, trainingClass, person.user_id);
}

async function signByScreen(
  context: AppContext,
  { db, site, person: { user_id }, body, arrivedAt: at }: CallRequest<typeof classSign>,
) {
  const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
  if (!(await findMember(db, body.class_id, user_id))) throw notMember();
  const lesson = await lessonOfCode(context, { trainingClass, user_id, code: body.code, at });
  const membership = { trainingClass, lesson, user_id };
  return toSignView(lesson, await signIn(db, membership, { way: 'screen', actor_id: '' }, at));
}

async function signAtDoor(
  { settings }: AppContext,
  { db, site, person, body, arrivedAt: at }: CallRequest<typeof classSignAtDoor>,
) {
  await requireClassTeacher(db, site.site_id, person.user_id);
  const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
  const lesson = requireLesson(trainingClass, body.session_id);
  const member = (await readPresent(db, trainingClass.class_id)).find(({ user_id }) =>
    isAttendeeCode(settings, trainingClass.class_id, user_id, body.code, at),
  );
  if (!member) throw wrongCode();
  const { user_id } = member;
  const by = { way: 'door' as const, actor_id: person.user_id };
  const row = await signIn(db, { trainingClass, lesson, user_id }, by, at);
  recordShownPeople([user_id]);
  const user_name = (await findUser(db, user_id))?.real_name ?? '';
  return { ...toSignView(lesson, row), user_name };
}
