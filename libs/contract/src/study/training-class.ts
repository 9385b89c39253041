import * as z from 'zod/mini';
import { call, type DataOf } from '../base/call.ts';
import { ContentCard } from '../content/content.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';
import { FileDownload } from '../person/file.ts';
import { Teacher } from '../content/item.ts';
import { factProofs } from '../person/fact-kinds.ts';

/** Version of the terms accepted when applying. */
export const classAgreement = '2026-01';

/**
 * State of a class, from stored data and the current time: `announced` published, not open for
 * applications yet · `enrolling` 报名中 · `waiting` 待开班 · `running` 进行中 · `ended` 已结束 · `canceled` ·
 * `archived`.
 */
export const classStatuses = [
  'announced',
  'enrolling',
  'waiting',
  'running',
  'ended',
  'canceled',
  'archived',
] as const;

/**
 * Action of a class's button for this person, decided by the server:
 * - `apply` seats are free · `wait` only the waiting list is open
 * - `applied` awaiting approval · `waiting` on the waiting list · `admitted` before the start ·
 * `study` after it
 * - closed: `not_yet` · `over` · `full` · `ended` · `canceled` · `not_in_scope` · `incomplete` (a
 * profile field is missing) · `other` (in another class of this training) · `rejected` ·
 * `removed`
 * For a value from a newer API, show `action_name` without a button.
 */
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

/**
 * The person's membership in a class. `member_status`: `applied` · `waiting` · `admitted` ·
 * `rejected` · `quit` · `removed` · `studying` · `qualified` · `unqualified`.
 */
export const MyClass = z.object({
  member_status: z.string(),
  /** 待审核, 候补中, 已录取 … */
  member_status_name: z.string(),
  /** Position on the waiting list, from 1; 0 when not on it. */
  waiting_place: Count,
  applied_at: Time,
  /** Lessons attended, and total number of lessons. */
  signed: z._default(Count, 0),
  sessions: z._default(Count, 0),
  /** Average progress of the class's required courses in percent; absent without courses. */
  progress: z.optional(z.number()),
  /** The next lesson of the timetable that has not ended; absent after the last. */
  next_lesson: z.optional(
    z.object({
      title: z.string(),
      /** `YYYY-MM-DD`, and `HH:mm`. */
      day: z.string(),
      from: z.string(),
      to: z.string(),
      place: z.string(),
    }),
  ),
  /** The first required course that is not completed. */
  next_course: z.optional(z.object({ id: Id, title: z.string() })),
});
export type MyClass = z.infer<typeof MyClass>;

/** A class: one 期 of a training. */
export const ClassRow = z.object({
  class_id: Id,
  /** Content id of its page `item/package/{id}/detail`; empty for a standalone class. */
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
  /** Free seats. */
  seats_left: Count,
  /** Length of the waiting list, and how many more it accepts. */
  waiting: Count,
  waiting_left: Count,
  place: z.string(),
  hours: z.number(),
  credits: z.number(),
  action: z.string(),
  /** Label of the button, or why there is none. */
  action_name: z.string(),
  /** Whether the application can still be withdrawn. */
  can_quit: Flag,
  /** With `incomplete`: the profile field to complete first; otherwise empty. */
  missing_field: z.string(),
  /**
   * With `apply` or `wait`: names of the person's facts that the class requires and nobody has
   * verified. They are proved before the application (`trainingclass/prove`), and decided with it.
   */
  unproven: z.optional(z.array(z.string())),
  my: z.optional(MyClass),
  /** Number of published notices; only in `mine`. */
  notice_count: z.optional(Count),
});
export type ClassRow = z.infer<typeof ClassRow>;

/** Description of a training, for its landing page. */
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
  /** Target audience, one sentence each. */
  audience: z.array(z.string()),
  steps: z.array(z.object({ name: z.string(), text: z.string() })),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  contact: z.object({ name: z.string(), phone: z.string(), hours: z.string() }),
});
export type Training = z.infer<typeof Training>;

/** Tabs of my classes. `ended`: the class is over, or the person is not in it any more. */
export const classTabs = ['open', 'ended', 'all'] as const;
export type ClassTab = (typeof classTabs)[number];

/**
 * Classes of a training, or of the whole site; open ones first, then newest first. `mine`: only
 * those the person belongs to (requires sign-in), in the state that `tab` names; `counts` then has
 * the number of each tab, and `teaching` the classes whose attendance they manage, newest first.
 */
export const trainingclassList = call({
  path: '/qm/api/trainingclass/list',
  access: 'open',
  repeatable: true,
  body: z.object({
    training_id: z._default(z.string().check(z.maxLength(64)), ''),
    mine: z._default(Flag, 'N'),
    tab: z._default(z.enum(classTabs), 'all'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(ClassRow), {
    training: z.optional(Training),
    counts: z.optional(z.object({ open: Count, ended: Count, all: Count })),
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

/**
 * Readable by anybody; `action` and `my` depend on the person. A class of another site is not
 * found.
 */
export const trainingclassDetail = call({
  path: '/qm/api/trainingclass/detail',
  access: 'open',
  repeatable: true,
  body: InClass,
  data: z.extend(ClassRow, {
    summary: z.string(),
    /** Admission limits, one sentence each; empty admits everybody. */
    scope: z.array(z.string()),
    /** Requirements to qualify, one sentence each. */
    rule: z.array(z.string()),
    /** Y: applications are reviewed. */
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
  repeatable: true,
  body: InClass,
  data: z.object({ list: z.array(Teacher) }),
});

export const ClassResource = z.object({
  id: Id,
  title: z.string(),
  /** Kind of file: pdf, doc, xls, zip … */
  kind: z.string(),
  /** Bytes. */
  size: Count,
  /** Y: members of the class only. */
  members_only: Flag,
  /** Whether this person may open it. */
  can_open: Flag,
});
export type ClassResource = z.infer<typeof ClassResource>;

export const trainingclassResource = call({
  path: '/qm/api/trainingclass/resource',
  access: 'open',
  repeatable: true,
  body: InClass,
  data: z.object({ list: z.array(ClassResource) }),
});

/** A download address of a handout, valid for minutes. */
export const trainingclassDownload = call({
  path: '/qm/api/trainingclass/download',
  access: 'open',
  body: z.extend(InClass, { id: Id }),
  data: FileDownload,
});

/**
 * Takes a seat, otherwise a place on the waiting list. Idempotent. Refused with `not_in_scope`,
 * `profile_incomplete` (`data.field` names the missing field), `fact_unverified` (a fact that the
 * class requires is not verified: send its proofs first), `class_full`, `class_closed`, `class_other`.
 */
export const trainingclassApply = call({
  path: '/qm/api/trainingclass/apply',
  access: 'learner',
  body: z.extend(InClass, { agree_version: z.string().check(z.minLength(1), z.maxLength(20)) }),
  data: MyClass,
});

/**
 * Proofs of the `unproven` facts, before the application; they are decided with it, or by the unit.
 * Idempotent: facts with a pending request keep it.
 */
export const trainingclassProve = call({
  path: '/qm/api/trainingclass/prove',
  access: 'learner',
  encoding: 'json',
  body: z.extend(InClass, {
    file_ids: z
      .array(Id)
      .check(
        z.minLength(1, '请上传证明材料'),
        z.maxLength(factProofs, `最多上传${factProofs}个文件`),
      ),
  }),
  data: Nothing,
});

/**
 * Gives up the seat or the place on the waiting list before the class begins; the seat goes to the
 * first on the list. Idempotent. Refused with `class_closed`.
 */
export const trainingclassQuit = call({
  path: '/qm/api/trainingclass/quit',
  access: 'learner',
  body: InClass,
  data: Nothing,
});
