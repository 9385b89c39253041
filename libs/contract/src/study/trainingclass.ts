import * as z from 'zod/mini';
import { call, type DataOf } from '../base/call.ts';
import { ContentCard } from '../content/content.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';
import { FileDownload } from '../base/file.ts';
import { Teacher } from '../content/item.ts';

/** Version of the terms that a learner agrees to when applying. */
export const classAgreement = '2026-01';

/** How a class stands, from what is stored and the time at reading: `announced` published, its
 * window not open yet · `enrolling` 报名中 · `waiting` 待开班 · `running` 进行中 · `ended` 已结束 ·
 * `canceled` · `archived`. */
export const classStatuses = [
  'announced',
  'enrolling',
  'waiting',
  'running',
  'ended',
  'canceled',
  'archived',
] as const;

/** What the button of a class does for who asks, decided by the server:
 * - `apply` a seat is free · `wait` only the waiting list is
 * - `applied` waits for approval · `waiting` on the waiting list · `admitted` before the start ·
 *   `study` after it
 * - closed: `not_yet` · `over` · `full` · `ended` · `canceled` · `not_in_scope` · `incomplete` (a
 *   field of the profile is missing) · `other` (in another class of this training) · `rejected` ·
 *   `removed`
 *
 * A newer API may know more: show `action_name` and nothing to press. */
export const classActions = [
  'apply',
  'wait',
  'applied',
  'waiting',
  'admitted',
  'study',
  'not_yet',
  'over',
  'full',
  'ended',
  'canceled',
  'not_in_scope',
  'incomplete',
  'other',
  'rejected',
  'removed',
] as const;

/** My place in a class. `member_status`: `applied` · `waiting` · `admitted` · `rejected` · `quit` ·
 * `removed` · `studying` · `qualified` · `unqualified`. */
export const MyClass = z.object({
  member_status: z.string(),
  /** 待审核, 候补中, 已录取 … */
  member_status_name: z.string(),
  /** Place on the waiting list, from 1; 0 for who is not on it. */
  waiting_place: Count,
  applied_at: Time,
  /** Lessons signed in at, and lessons in all. */
  signed: z._default(Count, 0),
  sessions: z._default(Count, 0),
});
export type MyClass = z.infer<typeof MyClass>;

/** A class, one 期 of a training. */
export const ClassRow = z.object({
  class_id: Id,
  /** Its content, by which `item/package/{id}/detail` shows it; empty for a class by itself. */
  training_id: z.string(),
  title: z.string(),
  cover: z.string(),
  /** 期数. */
  period: Count,
  class_no: z.string(),
  class_status: z.string(),
  class_status_name: z.string(),
  enroll_from: Time,
  enroll_to: Time,
  start_at: Time,
  end_at: Time,
  seats: Count,
  /** Seats that nobody has. */
  seats_left: Count,
  /** People on the waiting list, and how many more it takes. */
  waiting: Count,
  waiting_left: Count,
  place: z.string(),
  hours: z.number(),
  credits: z.number(),
  action: z.string(),
  /** What the button says, or why there is none. */
  action_name: z.string(),
  /** Whether the application can still be taken back. */
  can_quit: Flag,
  /** Field of the profile to complete first, with `incomplete`; else empty. */
  missing_field: z.string(),
  my: z.optional(MyClass),
});
export type ClassRow = z.infer<typeof ClassRow>;

/** What a training is about, on its landing page. */
export const Training = z.object({
  training_id: Id,
  title: z.string(),
  subtitle: z.string(),
  cover: z.string(),
  summary: z.string(),
  html: z.string(),
  organiser: z.string(),
  hours: z.number(),
  credits: z.number(),
  /** For whom, a sentence each. */
  audience: z.array(z.string()),
  steps: z.array(z.object({ name: z.string(), text: z.string() })),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  contact: z.object({ name: z.string(), phone: z.string(), hours: z.string() }),
});
export type Training = z.infer<typeof Training>;

/** The classes of a training, or all of the site; those one can apply to first, then the latest.
 * `mine`: only those that who asks is in, whatever became of them, for which they must sign in;
 * `teaching` are then the classes whose sign-in they lead, the latest first. */
export const trainingclassList = call({
  path: '/qm/api/trainingclass/list',
  access: 'open',
  body: z.object({
    training_id: z._default(z.string().check(z.maxLength(64)), ''),
    mine: z._default(Flag, 'N'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(ClassRow), {
    training: z.optional(Training),
    teaching: z.optional(
      z.array(z.object({ class_id: Id, title: z.string(), class_status_name: z.string() })),
    ),
  }),
});

export const ClassLesson = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  from: z.string(),
  to: z.string(),
  title: z.string(),
  teacher: z.string(),
  place: z.string(),
  hours: z.number(),
});
export type ClassLesson = z.infer<typeof ClassLesson>;

const InClass = z.object({ class_id: Id });

/** Anybody may read a class; `action` and `my` depend on who asks. One of another site is not
 * found. */
export const trainingclassDetail = call({
  path: '/qm/api/trainingclass/detail',
  access: 'open',
  body: InClass,
  data: z.extend(ClassRow, {
    summary: z.string(),
    /** For whom, a sentence for each limit; empty admits everybody. */
    scope: z.array(z.string()),
    /** What it takes to be qualified, a sentence each. */
    rule: z.array(z.string()),
    /** Y: an application is looked at before it is admitted. */
    review: Flag,
    traffic: z.string(),
    contact: z.object({ name: z.string(), phone: z.string(), hours: z.string() }),
    timetable: z.array(ClassLesson),
    courses: z.array(ContentCard),
  }),
});
export type ClassDetail = DataOf<typeof trainingclassDetail>;

export const trainingclassTeachers = call({
  path: '/qm/api/trainingclass/teachers',
  access: 'open',
  body: InClass,
  data: z.object({ list: z.array(Teacher) }),
});

export const ClassNotice = z.object({
  id: Id,
  title: z.string(),
  html: z.string(),
  publish_at: Time,
});
export type ClassNotice = z.infer<typeof ClassNotice>;

/** Notices that are published, the newest first. */
export const trainingclassNotices = call({
  path: '/qm/api/trainingclass/notices',
  access: 'open',
  body: InClass,
  data: z.object({ list: z.array(ClassNotice) }),
});

export const ClassResource = z.object({
  id: Id,
  title: z.string(),
  /** Kind of file: pdf, doc, xls, zip … */
  kind: z.string(),
  /** Bytes. */
  size: Count,
  /** Y: for members of the class alone. */
  members_only: Flag,
  /** Whether who asks may open it. */
  can_open: Flag,
});
export type ClassResource = z.infer<typeof ClassResource>;

export const trainingclassResource = call({
  path: '/qm/api/trainingclass/resource',
  access: 'open',
  body: InClass,
  data: z.object({ list: z.array(ClassResource) }),
});

/** An address that opens a handout for some minutes. */
export const trainingclassDownload = call({
  path: '/qm/api/trainingclass/download',
  access: 'open',
  body: z.extend(InClass, { id: Id }),
  data: FileDownload,
});

/** Takes a seat, else a place on the waiting list. Again is answered the same. Refused with
 * `not_in_scope`, `profile_incomplete` (`data.field` names what is missing), `class_full`,
 * `class_closed`, `class_other`. */
export const trainingclassApply = call({
  path: '/qm/api/trainingclass/apply',
  access: 'learner',
  body: z.extend(InClass, { agree_version: z.string().check(z.minLength(1), z.maxLength(20)) }),
  data: MyClass,
});

/** Gives the seat, or the place on the waiting list, back before the class begins; the first who
 * waits gets the seat. Again is answered the same. Refused with `class_closed`. */
export const trainingclassQuit = call({
  path: '/qm/api/trainingclass/quit',
  access: 'learner',
  body: InClass,
  data: Nothing,
});
