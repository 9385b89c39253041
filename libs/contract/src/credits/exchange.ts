import * as z from 'zod/mini';
import { declareTabs } from './declare-tabs.ts';
import { call } from '../base/call.ts';
import { FileDownload, FileRef } from '../person/file.ts';
import { Count, Flag, Id, Page, PageSize, pageOf, Time, Year } from '../base/fields.ts';
import { longText, textLine, typedNumber } from '../base/text-fields.ts';

/** `draft` 草稿 · `submitted` 待审核 · `withdrawn` 已撤回 · `unit_passed` 单位已审 · `returned` 退回修改 ·
 * `rejected` 已驳回 · `approved` 已通过 · `credited` 已入账 · `reversed` 已冲销. */
export const declareStatuses = [
  'draft',
  'submitted',
  'withdrawn',
  'unit_passed',
  'returned',
  'rejected',
  'approved',
  'credited',
  'reversed',
] as const;

/** Fields that a kind may require of an activity. */
export const declareFields = [
  'activity_name',
  'activity_no',
  'issuer',
  'level',
  'role_order',
  'start_on',
  'end_on',
  'quantity',
  'note',
] as const;
export type DeclareField = (typeof declareFields)[number];

/** The message for a required field that is empty: what is selected is not typed. */
export const missingField = (key: string, label: string): string =>
  `${['level', 'start_on', 'end_on'].includes(key) ? '请选择' : '请填写'}${label}`;

/** The error in the dates of a declaration; undefined for none. `today` in +08:00. */
export function findDateFault(
  { start_on, end_on, year }: { start_on: string; end_on: string; year: number },
  today: string,
): { field: 'start_on' | 'end_on'; message: string } | undefined {
  if (start_on > today) return { field: 'start_on', message: '开始日期不能晚于今天' };
  if (end_on === '') return undefined;
  if (start_on > end_on) return { field: 'end_on', message: '结束日期不能早于开始日期' };
  if (end_on > today) return { field: 'end_on', message: '结束日期不能晚于今天' };
  return Number(end_on.slice(0, 4)) === year
    ? undefined
    : { field: 'end_on', message: `结束日期须在${year}年度内` };
}

/** Maximum number of files per declaration. */
export const declareFileLimit = 12;
/** Minimum length of a reason shown to a learner. */
export const shortestReason = 5;

const Amount = z.object({ hours: z.number(), credits: z.number() });

/** A kind of activity that can be declared in a year, with the figures of that year. */
export const ExchangeKind = z.object({
  kind_code: Id,
  name: z.string(),
  /** One sentence on what it covers. */
  about: z.string(),
  /** Activity kind in the ledger, whose yearly cap applies, and its name. */
  activity_kind: z.string(),
  activity_kind_name: z.string(),
  /** `public` or `pro`. */
  subject_kind: z.string(),
  /** 小时, 门, 篇, 项 or 月. */
  unit: z.string(),
  hours_per_unit: z.number(),
  credits_per_unit: z.number(),
  /** Maximum credits per declaration. */
  max_value: z.number(),
  /** Maximum credits of the activity kind per year; absent if unlimited. */
  year_cap: z.optional(z.number()),
  /**
   * Rates per unit where they depend on the level, by position among the authors or members. A
   * single rate applies to every position.
   */
  levels: z.array(z.object({ code: Id, name: z.string(), rates: z.array(Amount) })),
  /** In display order; `key` is one of `declareFields`. */
  fields: z.array(
    z.object({ key: z.string(), label: z.string(), hint: z.string(), required: Flag }),
  ),
  need_files: z.array(z.object({ key: Id, name: z.string(), hint: z.string(), required: Flag })),
});
export type ExchangeKind = z.infer<typeof ExchangeKind>;

/**
 * Kinds that can be declared, and their deadlines; also for guests. Without `year` the current one.
 */
export const exchangeKinds = call({
  path: '/qm/api/changecredits/kinds',
  access: 'open',
  repeatable: true,
  body: z.object({ year: z.optional(Year) }),
  data: z.object({
    year: Count,
    /** Years that can be declared today, each with its last day `YYYY-MM-DD`. */
    years: z.array(z.object({ year: Count, until: z.string() })),
    list: z.array(ExchangeKind),
  }),
});

const Quantity = typedNumber(
  z
    .number('数量请填写数字，如 12 或 1.5')
    .check(z.minimum(0, '数量须大于0'), z.maximum(9999, '数量过大，请核对')),
);
const RoleOrder = typedNumber(
  z
    .number('名次请填写整数，如 1')
    .check(z.int('名次请填写整数，如 1'), z.minimum(0), z.maximum(50, '名次过大，请核对')),
);

/**
 * Preview of a declaration. `counted_credits` is what still counts given the year's other credits
 * of that activity kind; `notes` explain reductions.
 */
export const exchangeCalc = call({
  path: '/qm/api/changecredits/calc',
  access: 'learner',
  repeatable: true,
  body: z.object({
    year: Year,
    kind_code: Id,
    level: z._default(z.string().check(z.maxLength(32)), ''),
    role_order: z._default(RoleOrder, 0),
    quantity: Quantity,
    declare_no: z.optional(Id),
  }),
  data: z.object({
    hours: z.number(),
    credits: z.number(),
    counted_credits: z.number(),
    /** The calculation as one line. */
    formula: z.string(),
    notes: z.array(z.string()),
  }),
});

const Day = z.string().check(z.maxLength(10), z.regex(/^(\d{4}-\d{2}-\d{2})?$/, '日期不正确'));
const optionalText = (most: number) => z._default(textLine(most), '');

export const DeclareFile = z.object({
  /** `key` of one of the kind's `need_files`. */
  need: Id,
  file_id: Id,
});

/** The learner's current input; any field may be missing. */
export const DeclareDraft = z.object({
  year: Year,
  kind_code: Id,
  activity_name: optionalText(100),
  activity_no: optionalText(64),
  issuer: optionalText(100),
  level: optionalText(32),
  role_order: z._default(RoleOrder, 0),
  start_on: z._default(Day, ''),
  end_on: z._default(Day, ''),
  quantity: z._default(Quantity, 0),
  note: z._default(longText(500), ''),
  files: z._default(z.array(DeclareFile).check(z.maxLength(declareFileLimit)), []),
});
export type DeclareDraft = z.infer<typeof DeclareDraft>;

const Step = z.object({
  /** `submit`, `unit`, `centre` or `credit`. */
  key: z.string(),
  name: z.string(),
  /** `done`, `now`, `later`, `skipped` or `refused`. */
  state: z.string(),
  at: z.string(),
  note: z.string(),
});

export const DeclareRow = z.object({
  declare_no: Id,
  year: Count,
  kind_code: Id,
  kind_name: z.string(),
  activity_name: z.string(),
  /** As granted, otherwise as claimed. */
  hours: z.number(),
  credits: z.number(),
  declare_status: z.string(),
  declare_status_name: z.string(),
  /** The reviewer's last comment; may be empty. */
  reason: z.string(),
  updated_at: Time,
  submitted_at: z.string(),
  can_edit: Flag,
  can_withdraw: Flag,
});
export type DeclareRow = z.infer<typeof DeclareRow>;

export const DeclareDetail = z.extend(DeclareRow, {
  draft: DeclareDraft,
  /** Increases with every change; saving must name the revision that was read. */
  revision: Count,
  kind: ExchangeKind,
  level_name: z.string(),
  real_name: z.string(),
  unit_name: z.string(),
  claimed: Amount,
  /** Absent until the centre has decided. */
  approved: z.optional(Amount),
  formula: z.string(),
  files: z.array(z.extend(FileRef, { need: Id, need_name: z.string() })),
  steps: z.array(Step),
  /** History, oldest first. `who` is the learner, the unit or the centre. */
  history: z.array(
    z.object({
      status: z.string(),
      name: z.string(),
      who: z.string(),
      at: Time,
      reason: z.string(),
    }),
  ),
});
export type DeclareDetail = z.infer<typeof DeclareDetail>;

/**
 * Saves a draft: new (`request_id`: same id, same draft) or over an existing one. Refused:
 * `declare_state` when under review, `declare_stale` when it has changed since `revision`.
 */
export const exchangeSave = call({
  path: '/qm/api/changecredits/save',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    request_id: Id,
    declare_no: z.optional(Id),
    revision: z.optional(Count.check(z.minimum(0), z.maximum(1_000_000))),
    draft: DeclareDraft,
  }),
  data: z.object({ declare_no: Id, revision: Count, saved_at: Time }),
});

const DeclareRef = z.object({ declare_no: Id });

/**
 * Submits a draft. Idempotent. Refused: `bad_request` with `field`, `declare_late`,
 * `declare_exists` 该活动已申报，请勿重复提交, `declare_state`.
 */
export const exchangeSubmit = call({
  path: '/qm/api/changecredits/submit',
  access: 'learner',
  body: z.extend(DeclareRef, {
    revision: z.optional(Count.check(z.minimum(0), z.maximum(1_000_000))),
  }),
  data: DeclareDetail,
});
/** Withdraws a declaration that nobody has opened yet, or discards a draft. */
export const exchangeWithdraw = call({
  path: '/qm/api/changecredits/withdraw',
  access: 'learner',
  body: DeclareRef,
  data: DeclareDetail,
});
export const exchangeDetail = call({
  path: '/qm/api/changecredits/detail',
  access: 'learner',
  repeatable: true,
  body: DeclareRef,
  data: DeclareDetail,
});
export const exchangeList = call({
  path: '/qm/api/changecredits/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    year: z.optional(Year),
    tab: z._default(z.enum(declareTabs), 'all'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(DeclareRow), {
    /** Per tab, for the same year. */
    counts: z.object({ all: Count, todo: Count, waiting: Count, passed: Count, rejected: Count }),
    /** Years with declarations, newest first. */
    years: z.array(Count),
  }),
});

/** Opens a file of the learner's own declaration. */
export const exchangeDownload = call({
  path: '/qm/api/changecredits/download',
  access: 'learner',
  body: z.extend(DeclareRef, { file_id: Id }),
  data: FileDownload,
});
