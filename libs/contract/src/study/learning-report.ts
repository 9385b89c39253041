import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Time, Year } from '../base/fields.ts';

const Studied = z.object({ seconds: z.number() });

/**
 * A year of study by month, or with `month` that month by day. Seconds are counted study time,
 * hours and credits what the ledger granted, `completed` the number of completed courses.
 */
export const learnReport = call({
  path: '/qm/api/learn/report',
  access: 'learner',
  repeatable: true,
  body: z.object({
    year: z.optional(Year),
    month: z.optional(Count.check(z.minimum(1, '月份不正确'), z.maximum(12, '月份不正确'))),
  }),
  data: z.object({
    year: z.number(),
    /** Years with data, newest first. */
    years: z.array(z.number()),
    total_seconds: z.number(),
    /** Days with study time. */
    days_studied: z.number(),
    completed: z.number(),
    months: z.array(
      z.extend(Studied, {
        /** 1 to 12 */
        month: z.number(),
        hours: z.number(),
        credits: z.number(),
        completed: z.number(),
      }),
    ),
    /** Only for the requested month. */
    days: z.array(z.extend(Studied, { day: z.string() })),
  }),
});
export type LearnMonth = z.infer<typeof learnReport.data>['months'][number];

/** The year's report and ledger as a PDF, at an address valid for minutes. */
export const learnArchive = call({
  path: '/qm/api/learn/archive',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: Year }),
  data: z.object({ url: z.string(), file_name: z.string() }),
});

/**
 * Something due, with its time. `kind`: `course` access to a course ends · `exam` an exam closes ·
 * `class` a lesson of a class · `live` a booked live · `activity` · `homework` its deadline ·
 * `declare` the last day for a year's declarations (`link_type` is `changecredits`) · `year` the
 * last day of a year's requirement, or of its grace period, while it is not met (`link_type` is
 * `credits`) · `link_type` and `link_id` as in messages.
 */
export const DueItem = z.object({
  kind: z.string(),
  title: z.string(),
  at: Time,
  place: z.string(),
  link_type: z.string(),
  link_id: z.string(),
});
export type DueItem = z.infer<typeof DueItem>;

/**
 * What is due in the next weeks, or with `month` everything in that month (Asia/Shanghai),
 * including what is past; earliest first.
 */
export const learnCalendar = call({
  path: '/qm/api/learn/calendar',
  access: 'learner',
  repeatable: true,
  body: z.object({
    /** `2026-11` */
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月份不正确'))),
  }),
  data: z.object({ list: z.array(DueItem) }),
});
