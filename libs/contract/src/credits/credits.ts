import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Id, Page, PageSize, pageOf, Time, Year } from '../base/fields.ts';

/** Hours and credits are independent figures. */
const Both = z.object({ hours: z.number(), credits: z.number() });

/**
 * A learner's year against the year's rule. `got` is granted and counted, `pending` will be granted
 * soon, `capped` is granted but over the limit of its kind. `year_status`: `unmet` 未达标 ·
 * `met_with_pending` 含待审核达标 · `met` 达标 · `waived` 已减免, completely.
 */
export const creditsSummary = call({
  path: '/qm/api/credits/summary',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: z.optional(Year) }),
  data: z.object({
    year: Count,
    years: z.array(Count),
    rule: z.object({
      name: z.string(),
      need_hours: z.number(),
      need_public: z.number(),
      need_pro: z.number(),
      need_credits: z.number(),
      note: z.string(),
    }),
    year_status: z.string(),
    year_status_name: z.string(),
    /**
     * Dates as `YYYY-MM-DD`: the deadline of the year, and the last day for late declarations.
     * `due_status`: `met` · `waived` · `open` · `grace` · `over`. Absent if nothing is required.
     */
    due: z.optional(
      z.object({
        due_on: z.string(),
        grace_until: z.string(),
        due_status: z.string(),
        due_status_name: z.string(),
        /**
         * What was waived for this person and why, as text; `rule` is what remains. Otherwise
         * empty.
         */
        waiver: z.string(),
      }),
    ),
    got: Both,
    pending: Both,
    capped: Both,
    public_hours: z.number(),
    pro_hours: z.number(),
    /** Each requirement with what is missing, in display order. `unit` is 学时 or 学分. */
    needs: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        unit: z.string(),
        need: z.number(),
        got: z.number(),
        pending: z.number(),
        missing: z.number(),
      }),
    ),
    kinds: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        hours: z.number(),
        credits: z.number(),
        max_credits: z.optional(z.number()),
        capped_credits: z.number(),
      }),
    ),
    /**
     * Suggested next steps, one sentence each with a target: `publicneed`, `profession`, `learn`,
     * `myexam`, `mycertificate`, `changecredits`.
     */
    next_steps: z.array(z.object({ text: z.string(), to: z.string() })),
  }),
});

export const CreditRow = z.object({
  id: Id,
  year: Count,
  title: z.string(),
  /** `public`, `pro`, `other`. */
  subject_kind: z.string(),
  source_type: z.string(),
  source_name: z.string(),
  hours: z.number(),
  credits: z.number(),
  credit_type: z.string(),
  project_no: z.string(),
  /** `pending`, `granted`, `reversed`. */
  status: z.string(),
  status_name: z.string(),
  granted_at: Time,
  /** Number of its certificate; empty when there is none. */
  cert_no: z.string(),
  /** Why it does not count in full; empty when it does. */
  note: z.string(),
  /** Number of the declaration it comes from, if any. */
  declare_no: z.optional(z.string()),
});
export type CreditRow = z.infer<typeof CreditRow>;

export const creditsList = call({
  path: '/qm/api/credits/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: z.optional(Year), page: Page, page_size: PageSize }),
  data: pageOf(CreditRow),
});

/**
 * Grants the credits of a completed course. Idempotent. Refused: `survey_first` 请先完成评价后，再进行学分申请！
 * and `cert_unmet` with what is missing.
 */
export const creditsApply = call({
  path: '/qm/api/credits/apply',
  access: 'learner',
  body: z.object({ learning_id: Id }),
  data: CreditRow,
});
