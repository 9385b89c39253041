import * as z from 'zod/mini';
import { plainDigits } from '../base/typed-text.ts';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Time } from '../base/fields.ts';

/**
 * A lesson with attendance, and one member's attendance. `sign_status`: `signed` · `late` · `leave`
 * · `absent`; empty while unknown.
 */
export const ClassSession = z.object({
  session_id: Id,
  title: z.string(),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  place: z.string(),
  sign_status: z.string(),
  sign_status_name: z.string(),
  signed_at: z.string(),
  /** The teacher's reason for a manual entry. */
  reason: z.string(),
  /** Y while sign-in is open. */
  can_sign: Flag,
});
export type ClassSession = z.infer<typeof ClassSession>;

const Signed = z.object({
  session_id: Id,
  session_title: z.string(),
  sign_status: z.string(),
  sign_status_name: z.string(),
  signed_at: Time,
});

/** The lessons of a class with the member's attendance. Members only. */
export const classSessions = call({
  path: '/qm/api/trainingclass/sessions',
  access: 'learner',
  repeatable: true,
  body: z.object({ class_id: Id }),
  data: z.object({
    list: z.array(ClassSession),
    /** Attendance rate and the required rate, in percent. */
    attendance: Count,
    needed: Count,
  }),
});

/**
 * `scan_screen`: a code that the teacher shows to everybody, valid for half a minute. `show_code`:
 * a member's personal code, shown at the door, valid for a minute.
 */
export const offlineCodeModes = ['scan_screen', 'show_code'] as const;

/**
 * Teachers of the class get the code of a lesson and the list of attendees; members get their own
 * code.
 */
export const classOfflineCode = call({
  path: '/qm/api/trainingclass/offline_code',
  access: 'learner',
  polled: true,
  body: z.object({ class_id: Id, session_id: z._default(z.string().check(z.maxLength(20)), '') }),
  data: z.object({
    mode: z.string(),
    session_id: z.string(),
    session_title: z.string(),
    code: z.string(),
    /** Content of the QR code: the same digits. */
    qr_text: z.string(),
    expire_ms: Count,
    server_time: Count,
    /** Whether sign-in for the lesson is open. */
    can_sign: Flag,
    members: Count,
    signed_list: z.array(
      z.object({
        user_id: Id,
        user_name: z.string(),
        sign_status: z.string(),
        sign_status_name: z.string(),
        signed_at: z.string(),
      }),
    ),
    /** For teachers: the lessons to choose from. */
    sessions: z.array(z.object({ session_id: Id, title: z.string() })),
  }),
});

const Code = z.string().check(z.overwrite(plainDigits), z.regex(/^\d{6,8}$/, '请输入数字签到码'));

/**
 * Signs in to the lesson whose code is on the screen. Idempotent. Refused with `sign_code` (wrong
 * or expired), `sign_closed`.
 */
export const classSign = call({
  path: '/qm/api/trainingclass/sign',
  access: 'learner',
  body: z.object({ class_id: Id, code: Code }),
  data: Signed,
});

/** Signs in the owner of a personal code at the door. For teachers of classes. */
export const classSignAtDoor = call({
  path: '/qm/api/admin/trainingclass/sign',
  access: 'learner',
  body: z.object({ class_id: Id, session_id: Id, code: Code }),
  data: z.extend(Signed, { user_name: z.string() }),
});
