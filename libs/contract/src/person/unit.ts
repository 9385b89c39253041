import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Level of a place of work. */
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

/** The first 17 characters of a code with the check character by MOD 31-3 behind them. */
export function usccWithCheck(first: string): string {
  const sum = usccWeights.reduce(
    (total, weight, at) => total + weight * usccLetters.indexOf(first[at] ?? ''),
    0,
  );
  return `${first}${usccLetters[(31 - (sum % 31)) % 31] ?? ''}`;
}

/** 统一社会信用代码 by GB 32100: 18 characters without I, O, S, V and Z, six digits of a division, and
 * a check character. */
export const isUscc = (value: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value) &&
  usccWithCheck(value.slice(0, 17)) === value;

/** Where somebody stands with a unit: `none` free text only · `waiting` for the unit's approval ·
 * `joined` · `refused` · `leaving` (still in the unit, until another one takes them). Only `joined`
 * counts for a unit's figures. */
export const unitStatuses = ['none', 'waiting', 'joined', 'refused', 'leaving'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** A unit as somebody chooses it. */
export const UnitChoice = z.object({
  unit_id: Id,
  name: z.string(),
  level: z.string(),
  level_name: z.string(),
  area_id: z.string(),
  area_name: z.string(),
  /** The unit that it belongs to; empty at the top. */
  parent_id: z.string(),
  parent_name: z.string(),
});
export type UnitChoice = z.infer<typeof UnitChoice>;

/** A division of any level, as its six digits: a province or city stands for all below it. */
const AreaCode = z.string().check(z.regex(/^\d{6}$/, '请选择所在地区'));

/** Open units of an area whose name has all words of `keyword` (none: the first by name). `more` Y:
 * there are others, a longer keyword finds them. */
export const unitSearch = call({
  path: '/qm/api/user/unit_search',
  access: 'public',
  body: z.object({
    area_id: AreaCode,
    keyword: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  }),
  data: z.object({ list: z.array(UnitChoice), more: Flag }),
});

/** Open units of an area, those of higher levels first: a unit whose `parent_id` is not in the list
 * stands at the top. */
export const unitTree = call({
  path: '/qm/api/user/unit_tree',
  access: 'public',
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

/** Where somebody stands: `unit` is the one they are in, `application` the newest that they have
 * made. */
export const MyUnit = z.object({
  unit_status: z.string(),
  unit_status_name: z.string(),
  /** Place of work as it is shown, from the table or as typed. */
  unit_name: z.string(),
  unit: z.nullable(UnitChoice),
  application: z.nullable(UnitApplication),
});
export type MyUnit = z.infer<typeof MyUnit>;

export const myUnit = call({
  path: '/qm/api/user/unit',
  access: 'learner',
  body: Nothing,
  data: MyUnit,
});

/** Asks a unit to take the person. Whoever is in another one is `leaving` it until this one has. The
 * same unit again answers what there is; while another one is asked, `unit_waiting`. */
export const joinUnit = call({
  path: '/qm/api/user/join_unit',
  access: 'learner',
  body: z.object({ unit_id: Id }),
  data: MyUnit,
});

/** Takes the waiting application back; nothing waiting is no error. */
export const cancelUnit = call({
  path: '/qm/api/user/cancel_unit',
  access: 'learner',
  body: Nothing,
  data: MyUnit,
});

/** Leaves the unit, and takes a waiting application back. `unit_name` is where they work from now
 * on, as free text. */
export const leaveUnit = call({
  path: '/qm/api/user/leave_unit',
  access: 'learner',
  body: z.object({
    unit_name: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
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
  /** Name of the unit that they are in meanwhile; empty for none. */
  from_unit_name: z.string(),
});

/** Applications to the units that the person administers and those below them, the oldest first
 * while they wait, then the newest first. Whoever administers none is refused with 403. */
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

/** Decides about an application. Deciding the same again changes nothing; another decision about a
 * decided one is refused (`unit_decided`). */
export const unitAudit = call({
  path: '/qm/api/admin/unit/audit',
  access: 'learner',
  body: z.object({
    application_id: Id,
    decision: z.enum(['approve', 'refuse'], '请选择同意或退回'),
    /** At least five characters for a refusal. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  data: z.object({ status: z.string() }),
});
