import * as z from 'zod/mini';
import { textLine } from '../base/text-fields.ts';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Level of a unit. */
export const unitLevels = [
  { code: '1', name: '一级及以下' },
  { code: '2', name: '二级' },
  { code: '3', name: '三级' },
  { code: 'T', name: '乡镇' },
  { code: 'V', name: '村' },
  { code: 'O', name: '其他' },
] as const;
export type UnitLevel = (typeof unitLevels)[number]['code'];

const usccLetters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const usccWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Appends the MOD 31-3 check character to the first 17 characters. */
export function usccWithCheck(first: string): string {
  const sum = usccWeights.reduce(
    (total, weight, index) => total + weight * usccLetters.indexOf(first[index] ?? ''),
    0,
  );
  return `${first}${usccLetters[(31 - (sum % 31)) % 31] ?? ''}`;
}

/**
 * 统一社会信用代码 (GB 32100): 18 characters without I, O, S, V and Z, a six-digit division, and a check
 * character.
 */
export const isUscc = (value: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value) &&
  usccWithCheck(value.slice(0, 17)) === value;

/**
 * A person's relation to a unit: `none` free text only · `waiting` for the unit's approval ·
 * `joined` · `refused` · `leaving` (still a member until another unit accepts). Only `joined`
 * counts in a unit's statistics.
 */
export const unitStatuses = ['none', 'waiting', 'joined', 'refused', 'leaving'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** A unit in a selection list. */
export const UnitChoice = z.object({
  unit_id: Id,
  name: z.string(),
  level: z.string(),
  level_name: z.string(),
  area_id: z.string(),
  area_name: z.string(),
  /** Its parent unit; empty at the top level. */
  parent_id: z.string(),
  parent_name: z.string(),
});
export type UnitChoice = z.infer<typeof UnitChoice>;

/** Six-digit code of a division of any level: a province or city includes everything below it. */
const AreaCode = z.string().check(z.regex(/^\d{6}$/, '请选择所在地区'));

/**
 * Units of an area whose name contains all words of `keyword` (without one: the first by name).
 * `more` Y: there are further matches, a longer keyword narrows them.
 */
export const unitSearch = call({
  path: '/qm/api/user/unit_search',
  access: 'public',
  repeatable: true,
  body: z.object({
    area_id: AreaCode,
    keyword: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  }),
  data: z.object({ list: z.array(UnitChoice), more: Flag }),
});

/** Units of an area, higher levels first: a unit whose `parent_id` is not in the list is a root. */
export const unitTree = call({
  path: '/qm/api/user/unit_tree',
  access: 'public',
  repeatable: true,
  body: z.object({ area_id: AreaCode }),
  data: z.object({ list: z.array(UnitChoice), more: Flag }),
});

export const UnitApplication = z.object({
  application_id: Id,
  unit: UnitChoice,
  /** waiting, approved, refused, cancelled */
  status: z.string(),
  status_name: z.string(),
  /** Why it was refused. */
  reason: z.string(),
  created_at: Time,
  decided_at: z.string(),
});
export type UnitApplication = z.infer<typeof UnitApplication>;

/** `unit` is the person's current unit, `application` the newest application. */
export const MyUnit = z.object({
  unit_status: z.string(),
  unit_status_name: z.string(),
  /** Name of the unit, from the directory or as typed. */
  unit_name: z.string(),
  unit: z.nullable(UnitChoice),
  /**
   * Whether somebody has decided that the person belongs to the unit; `N` for those who have only
   * named it, and may apply to it.
   */
  is_verified: z.optional(Flag),
  application: z.nullable(UnitApplication),
});
export type MyUnit = z.infer<typeof MyUnit>;

export const myUnit = call({
  path: '/qm/api/user/unit',
  access: 'learner',
  repeatable: true,
  polled: true,
  beforeAdmission: true,
  body: Nothing,
  data: MyUnit,
});

/**
 * Applies to a unit. A member of another unit is `leaving` until accepted. Repeating returns the
 * existing application; while another unit is asked, `unit_waiting`.
 */
export const joinUnit = call({
  path: '/qm/api/user/join_unit',
  access: 'learner',
  beforeAdmission: true,
  body: z.object({ unit_id: Id }),
  data: MyUnit,
});

/** Cancels a pending application. Idempotent. */
export const cancelUnit = call({
  path: '/qm/api/user/cancel_unit',
  access: 'learner',
  beforeAdmission: true,
  body: Nothing,
  data: MyUnit,
});

/**
 * Leaves the unit and cancels a pending application. `unit_name` is the new workplace as free text.
 */
export const leaveUnit = call({
  path: '/qm/api/user/leave_unit',
  access: 'learner',
  body: z.object({
    unit_name: z._default(textLine(60), ''),
  }),
  data: MyUnit,
});

/** An application as the unit's administrator sees it; numbers are masked. */
export const UnitApplicant = z.extend(UnitApplication, {
  user_id: Id,
  real_name: z.string(),
  mobile: z.string(),
  id_no: z.string(),
  department: z.string(),
  post_name: z.string(),
  title_name: z.string(),
  /** Name of the applicant's current unit; empty for none. */
  from_unit_name: z.string(),
  /** Y: a registration; the site admits the person with the unit's approval. */
  is_registration: z.optional(Flag),
  /** Earlier refusals of the person, also by other units, latest first. */
  refused_before: z.optional(
    z.array(z.object({ unit_name: z.string(), reason: z.string(), decided_at: Time })),
  ),
});

/**
 * Applications to units the person administers and their sub-units: pending ones oldest first, then
 * decided ones newest first. 403 for people who administer none.
 */
export const unitApplications = call({
  path: '/qm/api/admin/unit/applications',
  access: 'learner',
  body: z.object({
    status: z._default(z.enum(['waiting', 'approved', 'refused', 'cancelled']), 'waiting'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(UnitApplicant),
});

/** Decides an application. Idempotent; a different decision is refused (`unit_decided`). */
export const unitAudit = call({
  path: '/qm/api/admin/unit/audit',
  access: 'learner',
  body: z.object({
    application_id: Id,
    decision: z.enum(['approve', 'refuse'], '请选择同意或退回'),
    /** A refusal needs at least five characters. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  data: z.object({ status: z.string() }),
});
