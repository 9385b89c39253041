import type { ReplyOf } from '@cme/contract/base';
import type { classOfflineCode, classSessions } from '@cme/contract/study';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readUsers } from '../../../person/identity/user.store.ts';
import { requireLesson } from '../sign.action.ts';
import {
  computeAttendance,
  getLessonStart,
  canSign,
  getAttendeeCode,
  screenCode,
  sessionId,
  signNames,
} from '../sign.rules.ts';
import { readSignsAt, readPersonSigns, type SignRow, toSignStatuses } from '../sign.store.ts';
import { readPresent, type TrainingClass } from '../training-class.store.ts';
import type { Lesson } from '../training-class.tables.ts';

const flag = (is: boolean) => (is ? ('Y' as const) : ('N' as const));

export const toSignView = (lesson: Lesson, { sign_status, signed_at }: SignRow) => ({
  session_id: sessionId(lesson),
  session_title: lesson.title,
  sign_status,
  sign_status_name: signNames[sign_status],
  signed_at: formatTime(signed_at),
});

/** The lessons of a class with a member's attendance. */
export async function readClassSessions(
  db: Db,
  trainingClass: TrainingClass,
  userId: string,
  now: Date,
): Promise<ReplyOf<typeof classSessions>> {
  const rows = await readPersonSigns(db, userId, [trainingClass.class_id]);
  const { percent } = computeAttendance(
    trainingClass.timetable,
    toSignStatuses(rows, trainingClass.class_id),
  );
  return {
    list: trainingClass.timetable.map((lesson) => {
      const { title, day, from, to, place } = lesson;
      const session_id = sessionId(lesson);
      const row = rows.find((row) => row.session_id === session_id);
      return {
        session_id,
        title,
        day,
        from,
        to,
        place,
        sign_status: row?.sign_status ?? '',
        sign_status_name: row ? signNames[row.sign_status] : '',
        signed_at: row ? formatTime(row.signed_at) : '',
        reason: row?.reason ?? '',
        can_sign: flag(!row && canSign(lesson, now)),
      };
    }),
    attendance: percent,
    needed: trainingClass.rule.attendance,
  };
}

type OfflineCode = ReplyOf<typeof classOfflineCode>;

const distance = (lesson: Lesson, now: Date) =>
  Math.abs(getLessonStart(lesson).getTime() - now.getTime());

/** The code for the screen: of the requested lesson, else of the nearest one. */
export async function readScreenCode(
  { db, settings, now }: AppContext,
  trainingClass: TrainingClass,
  session: string,
): Promise<OfflineCode> {
  const at = now();
  const nearest = trainingClass.timetable.toSorted((a, b) => distance(a, at) - distance(b, at))[0];
  const lesson = session ? requireLesson(trainingClass, session) : nearest;
  const sessions = trainingClass.timetable.map((item) => ({
    session_id: sessionId(item),
    title: item.title,
  }));
  const members = await readPresent(db, trainingClass.class_id);
  const summary = { server_time: at.getTime(), sessions, members: members.length };
  if (!lesson) return { ...empty, ...summary, mode: 'scan_screen' };
  const session_id = sessionId(lesson);
  const { code, expire_ms } = screenCode(settings, trainingClass.class_id, session_id, at);
  const rows = await readSignsAt(db, trainingClass.class_id, session_id);
  const people = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return {
    ...summary,
    mode: 'scan_screen',
    session_id,
    session_title: lesson.title,
    code,
    qr_text: code,
    expire_ms,
    can_sign: flag(canSign(lesson, at)),
    signed_list: rows.map(({ user_id, sign_status, signed_at }) => ({
      user_id,
      user_name: people.get(user_id)?.real_name ?? '',
      sign_status,
      sign_status_name: signNames[sign_status],
      signed_at: formatTime(signed_at),
    })),
  };
}

const empty: OfflineCode = {
  mode: '',
  session_id: '',
  session_title: '',
  code: '',
  qr_text: '',
  expire_ms: 0,
  server_time: 0,
  can_sign: 'N',
  members: 0,
  signed_list: [],
  sessions: [],
};

/** A member's personal code for check-in. */
export function myCode(
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  trainingClass: TrainingClass,
  userId: string,
): OfflineCode {
  const at = now();
  const lesson = trainingClass.timetable.find((item) => canSign(item, at));
  const { code, expire_ms } = getAttendeeCode(settings, trainingClass.class_id, userId, at);
  return {
    ...empty,
    mode: 'show_code',
    session_id: lesson ? sessionId(lesson) : '',
    session_title: lesson?.title ?? '',
    code,
    qr_text: code,
    expire_ms,
    server_time: at.getTime(),
    can_sign: flag(lesson !== undefined),
  };
}
