import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Nothing, Page, PageSize, pageOf } from '../base/fields.ts';
import { FileDownload, FileRef } from './file.ts';
import { factKinds, factProofs } from './fact-kinds.ts';

const FactValue = z.string().check(z.minLength(1, '请选择变更后的内容'), z.maxLength(6));
const Proofs = z
  .array(Id)
  .check(z.minLength(1, '请上传证明材料'), z.maxLength(factProofs, `最多上传${factProofs}个文件`));
/** `YYYY-MM-DD`. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, '请选择生效日期'));

/**
 * A request or a fact. `fact_status`: `declared` entered by the person · `waiting` · `verified` ·
 * `rejected` · `withdrawn`. A fact that was replaced has an `effective_to`, its first day without
 * effect.
 */
export const PersonFact = z.object({
  fact_id: Id,
  kind: z.string(),
  kind_name: z.string(),
  value: z.string(),
  value_name: z.string(),
  fact_status: z.string(),
  fact_status_name: z.string(),
  /** Empty: since registration. */
  effective_from: z.string(),
  effective_to: z.string(),
  /** Why it was rejected; otherwise empty. */
  reply: z.string(),
  created_at: z.string(),
  decided_at: z.string(),
  files: z.array(FileRef),
});
export type PersonFact = z.infer<typeof PersonFact>;

export const MyFacts = z.object({
  /** Current facts, one of each kind; those without a value have an empty one. */
  current: z.array(
    z.object({
      kind: z.string(),
      kind_name: z.string(),
      value: z.string(),
      value_name: z.string(),
      /** `declared`, `verified`, or empty without a value. */
      fact_status: z.string(),
      fact_status_name: z.string(),
      effective_from: z.string(),
    }),
  ),
  /** Requests and earlier facts, newest first. */
  list: z.array(PersonFact),
  /** First and last day that a request may take effect from. */
  earliest: z.string(),
  latest: z.string(),
  /** Who decides: the unit, or the centre. */
  decider_name: z.string(),
});
export type MyFacts = z.infer<typeof MyFacts>;

export const myFacts = call({
  path: '/qm/api/user/fact',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: MyFacts,
});

/**
 * Requests verification of a fact, or a change to another value, from a day on. Refused:
 * `fact_waiting` while one of that kind is pending, `fact_state` if it is verified already.
 */
export const askFact = call({
  path: '/qm/api/user/fact/ask',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    kind: z.enum(factKinds, '请选择变更事项'),
    value: FactValue,
    effective_from: Day,
    file_ids: Proofs,
  }),
  data: MyFacts,
});

/** Withdraws a pending request. Idempotent. */
export const withdrawFact = call({
  path: '/qm/api/user/fact/withdraw',
  access: 'learner',
  body: z.object({ fact_id: Id }),
  data: MyFacts,
});

/** A request as the unit's administrator sees it; numbers are masked. */
export const FactApplicant = z.extend(PersonFact, {
  user_id: Id,
  real_name: z.string(),
  mobile: z.string(),
  id_no: z.string(),
  unit_name: z.string(),
  title_name: z.string(),
  post_name: z.string(),
  /** The current value, and whether it is verified. */
  current_name: z.string(),
  current_status_name: z.string(),
});
export type FactApplicant = z.infer<typeof FactApplicant>;

/**
 * Requests of the people of the units that the person administers, pending ones oldest first. 403
 * for people who administer none.
 */
export const unitFacts = call({
  path: '/qm/api/admin/unit/facts',
  access: 'learner',
  body: z.object({
    status: z._default(z.enum(['waiting', 'verified', 'rejected']), 'waiting'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(FactApplicant),
});

/** A proof of one of these requests; opening it is logged. */
export const unitFactProof = call({
  path: '/qm/api/admin/unit/fact_proof',
  access: 'learner',
  body: z.object({ fact_id: Id, file_id: Id }),
  data: FileDownload,
});

/** Decides a request. Idempotent; a different decision is refused (`fact_decided`). */
export const unitFactAudit = call({
  path: '/qm/api/admin/unit/fact_audit',
  access: 'learner',
  body: z.object({
    fact_id: Id,
    decision: z.enum(['approve', 'refuse'], '请选择同意或退回'),
    /** A refusal needs at least five characters. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  data: z.object({ fact_status: z.string() }),
});
