import { classOfflineCode, classSessions, classSign, classSignAtDoor } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { recordShownPeople } from '../../http/staff-log.ts';
import type { AppContext } from '../../context.ts';
import { answer } from '../../http/answer.ts';
import { isClassTeacher, requireClassTeacher } from '../identity/class-teacher.ts';
import { findUser } from '../identity/user.store.ts';
import { lessonOf, notMember, signIn, wrongCode } from './sign.action.ts';
import { canSign, isAttendeeCode, isScreenCode, sessionId } from './sign.rules.ts';
import { myCode, screenOf, sessionsOf, toSignView } from './sign.view.ts';
import { findMember, readPresent } from './trainingclass.store.ts';
import { classOr404 } from './trainingclass.view.ts';

/** Check-in on site. */
export function registerSigning(app: FastifyInstance, context: AppContext): void {
  const { settings } = context;
  answer(app, context, classSessions, async ({ db, site, person, body }) => {
    const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
    if (!(await findMember(db, body.class_id, person.user_id))) throw notMember();
    return sessionsOf(db, trainingClass, person.user_id, context.now());
  });
  answer(app, context, classOfflineCode, async ({ db, site, person, body }) => {
    const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
    if (await isClassTeacher(db, site.site_id, person.user_id))
      return screenOf(context, trainingClass, body.session_id);
    const member = await findMember(db, body.class_id, person.user_id);
    if (!member) throw notMember();
    return myCode(context, trainingClass, person.user_id);
  });
  answer(
    app,
    context,
    classSign,
    async ({ db, site, person, body }) => {
      const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
      const now = context.now();
      const lesson = trainingClass.timetable.find(
        (item) =>
          canSign(item, now) &&
          isScreenCode(settings, trainingClass.class_id, sessionId(item), body.code, now),
      );
      if (!(await findMember(db, body.class_id, person.user_id))) throw notMember();
      if (!lesson) throw wrongCode();
      const membership = { trainingClass, lesson, user_id: person.user_id };
      return toSignView(lesson, await signIn(db, membership, { way: 'screen', actor_id: '' }, now));
    },
    // Rate limit, so that a six-digit code cannot be guessed.
    { perMinute: 30 },
  );
  answer(
    app,
    context,
    classSignAtDoor,
    async ({ db, site, person, body }) => {
      await requireClassTeacher(db, site.site_id, person.user_id);
      const { trainingClass } = await classOr404(db, site.site_id, body.class_id);
      const lesson = lessonOf(trainingClass, body.session_id);
      const now = context.now();
      const member = (await readPresent(db, trainingClass.class_id)).find(({ user_id }) =>
        isAttendeeCode(settings, trainingClass.class_id, user_id, body.code, now),
      );
      if (!member) throw wrongCode();
      const { user_id } = member;
      const row = await signIn(
        db,
        { trainingClass, lesson, user_id },
        { way: 'door', actor_id: person.user_id },
        now,
      );
      recordShownPeople([user_id]);
      const user_name = (await findUser(db, user_id))?.real_name ?? '';
      return { ...toSignView(lesson, row), user_name };
    },
    { perMinute: 240 },
  );
}
