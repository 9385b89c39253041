import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Id, Page, PageSize, pageOf, Time, Year } from '../base/fields.ts';

/** Hours and credits are two figures; neither is made from the other. */
const Both = z.object({ hours: z.number(), credits: z.number() });

/** One year of a learner against the year's rule. `got` is granted and counted, `pending` granted
 * soon, `capped` granted and not counted because a kind has reached its most. `year_status`:
 * `unmet` 未达标 · `met_with_pending` 含待审核达标 · `met` 达标 · `waived` 已减免, all of it. */
export const creditsSummary = call({
  path: '/qm/api/credits/summary',
  access: 'learner',
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
    /** Days as `YYYY-MM-DD`: until when the year is to be met, and until when what is declared late
     * still counts. `due_status`: `met` · `waived` · `open` · `grace` · `over`. Missing where nothing
     * is asked. */
    due: z.optional(
      z.object({
        due_on: z.string(),
        grace_until: z.string(),
        due_status: z.string(),
        due_status_name: z.string(),
        /** What was waived for this person and why, in words; `rule` has what is left. Else empty. */
        waiver: z.string(),
      }),
    ),
    got: Both,
    pending: Both,
    capped: Both,
    public_hours: z.number(),
    pro_hours: z.number(),
    /** Each requirement with what is missing, in the order to be shown. `unit` is 学时 or 学分. */
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
    /** What to do next, one sentence each with where to do it: `publicneed`, `profession`,
     * `learn`, `myexam`, `mycertificate`, `changecredits`. */
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
  /** Certificate made for it; empty when there is none. */
  cert_no: z.string(),
  /** Why it does not count in full; empty when it does. */
  note: z.string(),
  /** The declaration it comes from, where it is one. */
  declare_no: z.optional(z.string()),
});
export type CreditRow = z.infer<typeof CreditRow>;

export const creditsList = call({
  path: '/qm/api/credits/list',
  access: 'learner',
  body: z.object({ year: z.optional(Year), page: Page, page_size: PageSize }),
  data: pageOf(CreditRow),
});

/** Grants what a completed course gives; asking again answers the same row. Refused:
 * `survey_first` 请先完成评价后，再进行学分申请！ and `cert_unmet` with what is missing. */
export const creditsApply = call({
  path: '/qm/api/credits/apply',
  access: 'learner',
  body: z.object({ learning_id: Id }),
  data: CreditRow,
});
