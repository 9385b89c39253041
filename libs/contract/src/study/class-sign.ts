import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Time } from '../base/fields.ts';

/** A lesson that is signed in at, with how one member stands in it. `sign_status`: `signed` ·
 * `late` · `leave` · `absent`; empty while nothing is known. */
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
  /** Why a teacher wrote it. */
  reason: z.string(),
  /** Y while it can be signed. */
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

/** The lessons of a class and how who asks stands in them. For its members. */
export const classSessions = call({
  path: '/qm/api/trainingclass/sessions',
  access: 'learner',
  body: z.object({ class_id: Id }),
  data: z.object({
    list: z.array(ClassSession),
    /** Share of lessons signed in at, and the share that is needed, in percent. */
    attendance: Count,
    needed: Count,
  }),
});

/** `scan_screen`: the code that a teacher shows to all, for half a minute. `show_code`: a member's
 * own code, shown at the door, for a minute. */
export const offlineCodeModes = ['scan_screen', 'show_code'] as const;

/** Teachers of the class get the code of a lesson and who has signed; members their own code. */
export const classOfflineCode = call({
  path: '/qm/api/trainingclass/offline_code',
  access: 'learner',
  body: z.object({ class_id: Id, session_id: z._default(z.string().check(z.maxLength(20)), '') }),
  data: z.object({
    mode: z.string(),
    session_id: z.string(),
    session_title: z.string(),
    code: z.string(),
    /** The text of the QR code: the same digits. */
    qr_text: z.string(),
    expire_ms: Count,
    server_time: Count,
    /** Whether the lesson can be signed now. */
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
    /** For teachers: the lessons that may be shown. */
    sessions: z.array(z.object({ session_id: Id, title: z.string() })),
  }),
});

const Code = z.string().check(z.trim(), z.regex(/^\d{6,8}$/, '请输入数字签到码'));

/** Signs in at the lesson whose code is shown on the screen. Again is answered the same. Refused
 * with `sign_code` (wrong or over), `sign_closed`. */
export const classSign = call({
  path: '/qm/api/trainingclass/sign',
  access: 'learner',
  body: z.object({ class_id: Id, code: Code }),
  data: Signed,
});

/** Signs in whoever's own code it is, at the door. For teachers of classes. */
export const classSignAtDoor = call({
  path: '/qm/api/admin/trainingclass/sign',
  access: 'learner',
  body: z.object({ class_id: Id, session_id: Id, code: Code }),
  data: z.extend(Signed, { user_name: z.string() }),
});
