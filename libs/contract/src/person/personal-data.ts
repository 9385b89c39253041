import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Nothing, Time } from '../base/fields.ts';
import { FileDownload } from './file.ts';
import { proved, stepUpFields } from './security.ts';

/** A consent that the person gave and may withdraw. */
export const ConsentRow = z.object({
  /** `terms` 服务条款与隐私政策, `identity` 证件号码等敏感个人信息, `order` 购买协议. */
  kind: z.string(),
  name: z.string(),
  version: z.string(),
  given_at: z.string(),
  /** Empty while in effect. */
  withdrawn_at: z.string(),
  /** Consequences of a withdrawal, as text. */
  effect: z.string(),
  /** `withdraw` · `give` · `close_account` (only by closing the account) · empty */
  action: z.string(),
});
export type ConsentRow = z.infer<typeof ConsentRow>;
const Consents = z.object({ list: z.array(ConsentRow) });

export const consentList = call({
  path: '/qm/api/user/consent/list',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Consents,
});

/** Gives or withdraws a consent. Idempotent. */
export const consentSet = call({
  path: '/qm/api/user/consent/set',
  access: 'learner',
  body: z.object({ kind: z.enum(['identity']), given: Flag }),
  data: Consents,
});

export const DataExport = z.object({
  export_id: Id,
  /** `waiting` · `running` · `ready` · `failed` · `expired` */
  status: z.string(),
  status_name: z.string(),
  /** Number of parts packed so far, and their total. */
  done: Count,
  total: Count,
  /** Bytes, once ready. */
  size: Count,
  requested_at: Time,
  /** Download deadline; empty until ready. */
  expire_at: z.string(),
});
export type DataExport = z.infer<typeof DataExport>;
const MyExport = z.object({
  export: z.nullable(DataExport),
  /** `Y` if another session requested it: `export/request` with a proof opens it to this one. */
  needs_proof: z.optional(Flag),
});

/** The newest export of the person's data. */
export const exportState = call({
  path: '/qm/api/user/export/state',
  access: 'learner',
  repeatable: true,
  polled: true,
  body: Nothing,
  data: MyExport,
});

/**
 * Requests an export; while one is in progress or available, that one is returned. The session that
 * proved itself last may download it.
 */
export const exportRequest = call({
  path: '/qm/api/user/export/request',
  access: 'learner',
  body: z.object(stepUpFields).check(proved()),
  data: MyExport,
});

/**
 * A single-use address, valid for one minute; each request is recorded and invalidates earlier
 * addresses. Refused: `export_state` when not ready or expired, `bad_request` with the field
 * `password` when `needs_proof`.
 */
export const exportDownload = call({
  path: '/qm/api/user/export/download',
  access: 'learner',
  body: z.object({ export_id: Id }),
  data: FileDownload,
});

const Sentence = z.object({ name: z.string(), text: z.string() });
export const AccountClosing = z.object({
  /** `none` · `waiting` until `close_at` */
  status: z.string(),
  requested_at: z.string(),
  close_at: z.string(),
  /** Days between the request and closing, in which it can be cancelled. */
  cooling_days: Count,
  /** What must be settled first. */
  blockers: z.array(z.string()),
  deleted: z.array(Sentence),
  /** What is retained, and why. */
  kept: z.array(Sentence),
});
export type AccountClosing = z.infer<typeof AccountClosing>;

export const closingState = call({
  path: '/qm/api/user/close_account/state',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: AccountClosing,
});

/**
 * Schedules the account to be closed after the cooling-off period, and ends all other sign-ins.
 * Idempotent. Refused: `closing_blocked`.
 */
export const closeAccount = call({
  path: '/qm/api/user/close_account',
  access: 'learner',
  body: z
    .object({ agree: z.literal('Y', '请阅读并同意注销须知'), ...stepUpFields })
    .check(proved()),
  data: AccountClosing,
});

/** Cancels the request. Idempotent. */
export const closingCancel = call({
  path: '/qm/api/user/close_account/cancel',
  access: 'learner',
  body: Nothing,
  data: AccountClosing,
});
