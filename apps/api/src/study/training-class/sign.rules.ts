import { createHmac } from 'node:crypto';
import { keyFor } from '../../platform/settings/keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { Lesson, SignStatus } from './training-class.tables.ts';

/** Validity of a code on the screen, and of a personal code. */
const screenSeconds = 30;
const attendeeCodeSeconds = 60;

const minute = 60_000;
/** Check-in is open from half an hour before a lesson until half an hour after. */
const windowMs = 30 * minute;
/** Grace period before a person is late. */
const graceMs = 5 * minute;

/** Key of a lesson: its day and start. */
export const sessionId = ({ day, from }: Pick<Lesson, 'day' | 'from'>): string =>
  `${day}-${from.replace(':', '')}`;

export const getLessonStart = ({ day, from }: Pick<Lesson, 'day' | 'from'>): Date =>
  new Date(`${day}T${from}:00+08:00`);

export const canSign = (lesson: Pick<Lesson, 'day' | 'from'>, now: Date): boolean =>
  Math.abs(now.getTime() - getLessonStart(lesson).getTime()) <= windowMs;

/** Result of checking in now. */
export const statusOfSigning = (lesson: Pick<Lesson, 'day' | 'from'>, now: Date): SignStatus =>
  now.getTime() <= getLessonStart(lesson).getTime() + graceMs ? 'signed' : 'late';

export const signNames: Record<SignStatus, string> = {
  signed: '已签到',
  late: '迟到',
  leave: '请假',
  absent: '缺勤',
};

const hasAttendedLesson = (status: SignStatus): boolean => status === 'signed' || status === 'late';

/** Attendance as percentage of lessons; 100 without lessons. */
export function computeAttendance(
  lessons: readonly Pick<Lesson, 'day' | 'from'>[],
  signs: ReadonlyMap<string, SignStatus>,
): { signed: number; sessions: number; percent: number } {
  const sessions = new Set(lessons.map(sessionId));
  const signed = [...sessions].filter((id) => {
    const status = signs.get(id);
    return status !== undefined && hasAttendedLesson(status);
  }).length;
  const percent = sessions.size === 0 ? 100 : Math.floor((signed * 100) / sessions.size);
  return { signed, sessions: sessions.size, percent };
}

type Secret = Pick<Settings, 'secret'>;

/** Deriving the key takes longer than using it, and a class has hundreds of codes. */
const keys = new WeakMap<Secret, Buffer>();

function signingKey(settings: Secret): Buffer {
  const key = keys.get(settings) ?? keyFor(settings, 'class/sign');
  keys.set(settings, key);
  return key;
}

function digits(settings: Secret, parts: readonly (string | number)[], length: number): string {
  const signature = createHmac('sha256', signingKey(settings))
    .update(JSON.stringify(parts))
    .digest();
  return String(signature.readUIntBE(0, 6) % 10 ** length).padStart(length, '0');
}

const getTimeStep = (now: Date, seconds: number) => Math.floor(now.getTime() / 1000 / seconds);
const computeStepEnd = (now: Date, seconds: number) =>
  (getTimeStep(now, seconds) + 1) * seconds * 1000;

/** The code of a lesson for the screen, and when it changes. */
export const screenCode = (settings: Secret, classId: string, session: string, now: Date) => ({
  code: digits(settings, ['screen', classId, session, getTimeStep(now, screenSeconds)], 6),
  expire_ms: computeStepEnd(now, screenSeconds),
});

/** Typing takes time and clocks differ: the previous and the next code are valid too. */
export function isScreenCode(
  settings: Secret,
  classId: string,
  session: string,
  code: string,
  now: Date,
): boolean {
  const step = getTimeStep(now, screenSeconds);
  return [step - 1, step, step + 1].some(
    (item) => digits(settings, ['screen', classId, session, item], 6) === code,
  );
}

/** A member's personal code. */
export const getAttendeeCode = (settings: Secret, classId: string, userId: string, now: Date) => ({
  code: digits(settings, ['door', classId, userId, getTimeStep(now, attendeeCodeSeconds)], 8),
  expire_ms: computeStepEnd(now, attendeeCodeSeconds),
});

export function isAttendeeCode(
  settings: Secret,
  classId: string,
  userId: string,
  code: string,
  now: Date,
): boolean {
  const step = getTimeStep(now, attendeeCodeSeconds);
  return [step - 1, step].some(
    (item) => digits(settings, ['door', classId, userId, item], 8) === code,
  );
}
