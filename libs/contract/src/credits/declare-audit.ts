import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { FileDownload } from '../base/file.ts';
import { Count, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';
import { DeclareDetail, DeclareRow, shortestReason } from './exchange.ts';

/** Where a declaration waits: at the declarer's unit, or at the centre. */
export const auditSteps = ['unit', 'centre'] as const;
export type AuditStep = (typeof auditSteps)[number];

export const DeclareAuditRow = z.extend(DeclareRow, {
  real_name: z.string(),
  unit_name: z.string(),
  /** `unit` or `centre`; empty when it waits for nobody. */
  audit_step: z.string(),
  is_opened: Flag,
});

/** What waits for the person who asks, the longest first: as administrator of a unit its own
 * people's, as `credit_auditor` what the units have passed. */
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
  /** Whether the person who asks may decide now, and why not. */
  can_audit: Flag,
  blocked: z.string(),
  department: z.string(),
  title_name: z.string(),
  opened_at: z.string(),
  /** With names of those who decided. */
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

/** Opens one for audit: from then on the learner cannot take it back. Each view is written down. */
export const declareAuditOpen = call({
  path: '/qm/api/admin/declare/open',
  access: 'learner',
  body: DeclareRef,
  data: DeclareAuditDetail,
});

const Reason = z.string().check(z.trim(), z.maxLength(200, '字数请在200字以内.'));
const Lower = z.coerce.number().check(z.minimum(0), z.maximum(9999));

/** Passes it on, returns it for correction or rejects it. Returning, rejecting and lowering need a
 * reason. `hours` and `credits`: what the centre grants, where it is less than claimed. Never
 * one's own declaration, never both steps by one person. The same decision once more answers the
 * same. */
export const declareAudit = call({
  path: '/qm/api/admin/declare/audit',
  access: 'learner',
  body: z.extend(DeclareRef, {
    decision: z.enum(['pass', 'return', 'reject']),
    reason: z._default(Reason, ''),
    hours: z.optional(Lower),
    credits: z.optional(Lower),
    /** Revision that was judged; another one is refused. */
    revision: z.optional(Count.check(z.minimum(0), z.maximum(1_000_000))),
  }),
  data: DeclareAuditDetail,
});

/** Reverses what was credited, by the number of the order that says so. */
export const declareReverse = call({
  path: '/qm/api/admin/declare/reverse',
  access: 'learner',
  body: z.extend(DeclareRef, {
    reason: Reason.check(z.minLength(shortestReason, '请写明原因，至少5个字')),
    ref_no: z.string().check(z.trim(), z.minLength(1, '请填写文号'), z.maxLength(64)),
  }),
  data: DeclareAuditDetail,
});

/** Opens a file of a declaration for those who audit it; written down like a view. */
export const declareAuditDownload = call({
  path: '/qm/api/admin/declare/download',
  access: 'learner',
  body: z.extend(DeclareRef, { file_id: Id }),
  data: FileDownload,
});
