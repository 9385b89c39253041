import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing } from '../base/fields.ts';
import { plainIdNumber, longestIdNumber } from '../base/id-kinds.ts';
import { RealName } from '../base/person-fields.ts';

/** Maximum number of document pictures per request. */
export const identityPictures = 2;

/**
 * A request to the centre to verify or correct an identity. `kind`: `verify` · `correct`.
 * `request_status`: `waiting` · `approved` · `rejected` · `withdrawn`.
 */
export const IdentityRequest = z.object({
  kind: z.string(),
  request_status: z.string(),
  request_status_name: z.string(),
  real_name: z.string(),
  /** Masked. */
  id_no: z.string(),
  created_at: z.string(),
  /** Why it was rejected; otherwise empty. */
  reply: z.string(),
});

/** `verify_status`: `unverified` · `checking` · `verified` · `failed`. */
export const Verification = z.object({
  verify_status: z.string(),
  verify_status_name: z.string(),
  real_name: z.string(),
  id_type: z.string(),
  id_type_name: z.string(),
  /** Masked. */
  id_no: z.string(),
  can_verify: Flag,
  can_correct: Flag,
  /** The newest request. */
  request: z.nullable(IdentityRequest),
});
export type Verification = z.infer<typeof Verification>;

const IdNumber = z
  .string()
  .check(
    z.overwrite(plainIdNumber),
    z.minLength(1, '请输入证件号码'),
    z.maxLength(longestIdNumber, '证件号码不正确，请重新输入！'),
  );
const Pictures = z
  .array(Id)
  .check(z.minLength(1, '请上传证件照片'), z.maxLength(identityPictures, '最多上传2张照片'));

export const identityState = call({
  path: '/qm/api/user/verify_identity/state',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Verification,
});

/**
 * Requests verification of name and number: the complete number again, and pictures of the document
 * (kind `id_card`). Refused: `identity_state` while one is pending or when verified; a number other
 * than the account's is reported at `id_no`.
 */
export const verifyIdentity = call({
  path: '/qm/api/user/verify_identity',
  access: 'learner',
  encoding: 'json',
  body: z.object({ id_no: IdNumber, file_ids: Pictures }),
  data: Verification,
});

/**
 * Requests a correction of name or number; the kind of document cannot change. Refused:
 * `identity_state` while one is pending, `bad_request` if nothing would change.
 */
export const correctIdentity = call({
  path: '/qm/api/user/correct_identity',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    real_name: RealName,
    id_no: IdNumber,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(5, '请说明更正原因，至少5个字'),
        z.maxLength(200, '字数请在200字以内.'),
      ),
    file_ids: Pictures,
  }),
  data: Verification,
});

/** Withdraws a pending request. Idempotent. */
export const withdrawIdentity = call({
  path: '/qm/api/user/verify_identity/withdraw',
  access: 'learner',
  body: Nothing,
  data: Verification,
});
