import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { content } from '../../content/catalogue/catalogue.tables.ts';

const words = (name: string) => text(name).notNull().default('');
const flag = (name: string) => text(name).$type<'Y' | 'N'>().notNull();
const amount = (name: string) =>
  numeric(name, { precision: 6, scale: 2, mode: 'number' }).notNull().default(0);

export interface Contact {
  name: string;
  phone: string;
  hours: string;
}

/** A recurring training; each 期 is a class. */
export const training = pgTable(
  'training',
  {
    site_id: text('site_id').notNull(),
    /** Slug of its landing page, such as `xcys`. */
    training_id: text('training_id').notNull(),
    title: text('title').notNull(),
    subtitle: words('subtitle'),
    cover: words('cover'),
    summary: words('summary'),
    html: words('html'),
    organiser: words('organiser'),
    hours: amount('hours'),
    credits: amount('credits'),
    audience: text('audience').array().notNull().default([]),
    steps: jsonb('steps').$type<{ name: string; text: string }[]>().notNull().default([]),
    faq: jsonb('faq').$type<{ question: string; answer: string }[]>().notNull().default([]),
    contact: jsonb('contact').$type<Contact>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.training_id] })],
);

/** A lesson of the timetable: date and time in Asia/Shanghai. */
export interface Lesson {
  day: string;
  from: string;
  to: string;
  title: string;
  teacher: string;
  place: string;
  hours: number;
}
export interface Notice {
  id: string;
  title: string;
  html: string;
  /** ISO 8601 time. */
  publish_at: string;
}
/** An attachment of the class. */
export interface Handout {
  file_id: string;
  title: string;
  members_only: 'Y' | 'N';
}

/** The qualification rule. */
export interface QualificationRule {
  /** All required courses of the class must be completed. */
  courses: boolean;
  /** Required attendance at offline lessons in percent; 0 without lessons. */
  attendance: number;
}

/** The stored state; the rest of `class_status` is computed from the times on read. */
export const storedClassStatuses = ['draft', 'published', 'canceled', 'archived'] as const;
export type StoredClassStatus = (typeof storedClassStatuses)[number];

/** Additional columns of a content of type X. Its counters change only under the row's lock. */
export const trainingClass = pgTable(
  'class',
  {
    class_id: text('class_id')
      .primaryKey()
      .references(() => content.content_id),
    site_id: text('site_id').notNull(),
    training_id: words('training_id'),
    class_no: words('class_no'),
    period: integer('period').notNull().default(1),
    status: text('status').$type<StoredClassStatus>().notNull().default('draft'),
    enroll_from: timestamptz('enroll_from').notNull(),
    enroll_to: timestamptz('enroll_to').notNull(),
    start_at: timestamptz('start_at').notNull(),
    end_at: timestamptz('end_at').notNull(),
    seats: integer('seats').notNull(),
    /** Seats taken. */
    taken: integer('taken').notNull().default(0),
    /** Length of the waiting list, and its maximum. */
    waiting: integer('waiting').notNull().default(0),
    waiting_limit: integer('waiting_limit').notNull().default(0),
    /** Last application number assigned. */
    last_number: integer('last_number').notNull().default(0),
    review: flag('review').default('N'),
    place: words('place'),
    traffic: words('traffic'),
    contact: jsonb('contact').$type<Contact>().notNull(),
    timetable: jsonb('timetable').$type<Lesson[]>().notNull().default([]),
    notices: jsonb('notices').$type<Notice[]>().notNull().default([]),
    resources: jsonb('resources').$type<Handout[]>().notNull().default([]),
    rule: jsonb('rule').$type<QualificationRule>().notNull(),
  },
  (table) => [
    index('class_training').on(table.site_id, table.training_id, table.start_at),
    check('class_seats', sql`${table.taken} between 0 and ${table.seats}`),
    check('class_waiting', sql`${table.waiting} >= 0`),
  ],
);

export const memberStatuses = [
  'applied',
  'waiting',
  'admitted',
  'rejected',
  'quit',
  'removed',
  'studying',
  'qualified',
  'unqualified',
] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** One row per person and class, over all applications. */
export const classMember = pgTable(
  'class_member',
  {
    member_id: text('member_id').primaryKey(),
    class_id: text('class_id')
      .notNull()
      .references(() => trainingClass.class_id),
    site_id: text('site_id').notNull(),
    training_id: words('training_id'),
    user_id: text('user_id').notNull(),
    member_status: text('member_status').$type<MemberStatus>().notNull(),
    /** Order of application, which the waiting list uses. */
    number: integer('number').notNull(),
    agree_version: words('agree_version'),
    applied_at: timestamptz('applied_at').notNull(),
    changed_at: timestamptz('changed_at').notNull(),
  },
  (table) => [
    unique('class_member_once').on(table.class_id, table.user_id),
    index('class_member_queue').on(table.class_id, table.member_status, table.number),
    index('class_member_user').on(table.user_id, table.applied_at),
    // A person is in one class of a training at a time.
    uniqueIndex('class_member_training')
      .on(table.site_id, table.training_id, table.user_id)
      .where(
        sql`training_id <> '' and member_status in ('applied', 'waiting', 'admitted', 'studying')`,
      ),
  ],
);

export const signStatuses = ['signed', 'late', 'leave', 'absent'] as const;
export type SignStatus = (typeof signStatuses)[number];

/** Attendance at a lesson: one row per member and lesson. */
export const classSign = pgTable(
  'class_sign',
  {
    class_id: text('class_id')
      .notNull()
      .references(() => trainingClass.class_id),
    /** Key of the lesson, which survives changes of place or title. */
    session_id: text('session_id').notNull(),
    user_id: text('user_id').notNull(),
    sign_status: text('sign_status').$type<SignStatus>().notNull(),
    /** By the code on the screen, by the personal code, or by a teacher. */
    way: text('way').$type<'screen' | 'door' | 'teacher'>().notNull(),
    reason: words('reason'),
    actor_id: words('actor_id'),
    signed_at: timestamptz('signed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.class_id, table.session_id, table.user_id] }),
    index('class_sign_user').on(table.user_id, table.class_id),
  ],
);
