import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { FileDownload } from '../person/file.ts';
import { Count, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';
import { DeclareDetail, DeclareRow, shortestReason } from './exchange.ts';

/** Review step of a declaration: the declarer's unit, or the centre. */
export const auditSteps = ['unit', 'centre'] as const;
export type AuditStep = (typeof auditSteps)[number];

export const DeclareAuditRow = z.extend(DeclareRow, {
  real_name: z.string(),
  unit_name: z.string(),
  /** Y: the workplace is typed by the learner (自填), not a unit of the site. */
  unit_typed: z.optional(Flag),
  /** `unit` or `centre`; empty when no review is pending. */
  audit_step: z.string(),
  is_opened: Flag,
});

/**
 * Declarations pending for this reviewer, longest waiting first: for a unit administrator those of
 * the unit's people, for a `credit_auditor` those passed by units, and those without a unit, which
 * two people of the centre audit.
 */
export const declareAuditList = call({
  path: '/qm/api/admin/declare/list',
  access: 'learner',
  body: z.object({
    step: z._default(z.enum(auditSteps), 'centre'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(DeclareAuditRow),
});

export const DeclareAuditDetail = z.extend(DeclareDetail, {
  audit_step: z.string(),
  unit_typed: z.optional(Flag),
  /**
   * Refusals of the learner's declarations in the year, and other declarations of the same activity
   * (`is_same`: by number, or name and days), latest first.
   */
  earlier: z.optional(
    z.array(
      z.object({
        declare_no: Id,
        activity_no: z.string(),
        activity_name: z.string(),
        state: z.string(),
        unit_name: z.string(),
        who: z.string(),
        reason: z.string(),
        at: Time,
        is_same: Flag,
      }),
    ),
  ),
  /** Whether this person may decide now, and why not. */
  can_audit: Flag,
  blocked: z.string(),
  department: z.string(),
  title_name: z.string(),
  opened_at: z.string(),
  /** Includes the names of the reviewers. */
  trail: z.array(
    z.object({
      name: z.string(),
      who: z.string(),
      actor_id: z.string(),
      at: Time,
      reason: z.string(),
    }),
  ),
});
export type DeclareAuditDetail = z.infer<typeof DeclareAuditDetail>;

const DeclareRef = z.object({ declare_no: Id });

/**
 * Opens a declaration for review: from then on the learner cannot withdraw it. Each view is
 * recorded.
 */
export const declareAuditOpen = call({
  path: '/qm/api/admin/declare/open',
  access: 'learner',
  body: DeclareRef,
  data: DeclareAuditDetail,
});

const Reason = z.string().check(z.trim(), z.maxLength(200, '字数请在200字以内.'));
const Lower = z.coerce.number().check(z.minimum(0), z.maximum(9999));

/**
 * Passes, returns or rejects a declaration. Returning, rejecting and lowering require a reason.
 * `hours` and `credits`: what the centre grants if less than claimed. Nobody reviews their own
 * declaration or both steps of one. Repeating the same decision is idempotent.
 */
export const declareAudit = call({
  path: '/qm/api/admin/declare/audit',
  access: 'learner',
  body: z.extend(DeclareRef, {
    decision: z.enum(['pass', 'return', 'reject']),
    reason: z._default(Reason, ''),
    hours: z.optional(Lower),
    credits: z.optional(Lower),
    /** Revision that was reviewed; refused if it has changed. */
    revision: z.optional(Count.check(z.minimum(0), z.maximum(1_000_000))),
  }),
  data: DeclareAuditDetail,
});

/** Reverses credited hours and credits; requires the number of the official order. */
export const declareReverse = call({
  path: '/qm/api/admin/declare/reverse',
  access: 'learner',
  body: z.extend(DeclareRef, {
    reason: Reason.check(z.minLength(shortestReason, '请写明原因，至少5个字')),
    ref_no: z.string().check(z.trim(), z.minLength(1, '请填写文号'), z.maxLength(64)),
  }),
  data: DeclareAuditDetail,
});

/** Opens a file of a declaration for its reviewers; recorded like a view. */
export const declareAuditDownload = call({
  path: '/qm/api/admin/declare/download',
  access: 'learner',
  body: z.extend(DeclareRef, { file_id: Id }),
  data: FileDownload,
});
