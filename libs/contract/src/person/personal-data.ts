import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Nothing, Time } from '../base/fields.ts';
import { FileDownload } from '../base/file.ts';
import { proved, stepUpFields } from './security.ts';

/** What somebody has agreed to, and may take back. */
export const ConsentRow = z.object({
  /** `terms` 服务条款与隐私声明, `identity` 证件号码等敏感个人信息, `order` 购买协议. */
  kind: z.string(),
  name: z.string(),
  version: z.string(),
  given_at: z.string(),
  /** Empty while it is given. */
  withdrawn_at: z.string(),
  /** What ends with a withdrawal, in words. */
  effect: z.string(),
  /** `withdraw` · `give` · `close_account` (by closing the account alone) · empty */
  action: z.string(),
});
export type ConsentRow = z.infer<typeof ConsentRow>;
const Consents = z.object({ list: z.array(ConsentRow) });

export const consentList = call({
  path: '/qm/api/user/consent/list',
  access: 'learner',
  body: Nothing,
  data: Consents,
});

/** Gives a consent or takes it back; the same again changes nothing. */
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
  /** Parts that are packed, and how many there are. */
  done: Count,
  total: Count,
  /** Bytes, once it is ready. */
  size: Count,
  requested_at: Time,
  /** Until when it can be downloaded; empty before it is ready. */
  expire_at: z.string(),
});
export type DataExport = z.infer<typeof DataExport>;
const MyExport = z.object({ export: z.nullable(DataExport) });

/** The newest export of all that is kept about the person. */
export const exportState = call({
  path: '/qm/api/user/export/state',
  access: 'learner',
  body: Nothing,
  data: MyExport,
});

/** Asks for one; while one is being made or can be downloaded, that is answered. */
export const exportRequest = call({
  path: '/qm/api/user/export/request',
  access: 'learner',
  body: z.object(stepUpFields).check(proved()),
  data: MyExport,
});

/** An address good once and for a minute; each one is written down, and makes the one before worthless. Refused: `export_state` when it is not
 * ready or no longer kept. */
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
  /** Days between the request and the closing, in which it can be taken back. */
  cooling_days: Count,
  /** What has to be settled first. */
  blockers: z.array(z.string()),
  deleted: z.array(Sentence),
  /** What stays, and why. */
  kept: z.array(Sentence),
});
export type AccountClosing = z.infer<typeof AccountClosing>;

export const closingState = call({
  path: '/qm/api/user/close_account/state',
  access: 'learner',
  body: Nothing,
  data: AccountClosing,
});

/** Asks for the account to be closed after the cooling-off, and ends all other sign-ins. Asking again
 * changes nothing. Refused: `closing_blocked`. */
export const closeAccount = call({
  path: '/qm/api/user/close_account',
  access: 'learner',
  body: z
    .object({ agree: z.literal('Y', '请阅读并同意注销须知'), ...stepUpFields })
    .check(proved()),
  data: AccountClosing,
});

/** Takes the request back; without one nothing changes. */
export const closingCancel = call({
  path: '/qm/api/user/close_account/cancel',
  access: 'learner',
  body: Nothing,
  data: AccountClosing,
});
