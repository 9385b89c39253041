import {
  type IdKind,
  idNumberKey,
  idNumberWords,
  isIdOfKind,
  isNameOfKind,
  type ParsedBodyOf,
} from '@cme/contract/base';
import { type correctIdentity, identityPictures, type verifyIdentity } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { attachFiles } from '../file/attach.action.ts';
import { requireConsent } from '../identity/consent/consent.store.ts';
import { type Keys, seal } from '../identity/secret.rules.ts';
import { unsealIdNumber, lockUser, setVerified, type UserRow } from '../identity/user.store.ts';
import { dropPictures, fileOwner } from './pictures.ts';
import {
  closeRequest,
  hasBeenRejected,
  insertRequest,
  newestRequest,
} from './verification.store.ts';

const field = (name: string) => ({ field: name });
const alreadyWaiting = () =>
  new RefusalError(400, '已有申请正在审核，请等待结果', 'identity_state');

/** The locked person, if nothing is pending. */
async function lockVerifiablePerson(tx: Db, userId: string): Promise<UserRow> {
  const row = await lockUser(tx, userId);
  if (row?.status !== 'normal') throw new RefusalError(401, '请先登陆', 'need_login');
  await requireConsent(tx, userId, 'identity');
  if ((await newestRequest(tx, userId))?.request_status === 'waiting') throw alreadyWaiting();
  return row;
}

const isSameNumber = (kind: IdKind, a: string, b: string) =>
  idNumberKey(kind, a) === idNumberKey(kind, b);

/** Requests verification of the account's data. The number must be entered again, because somebody
 * who finds an open session does not know it. */
export const requestVerification = (
  db: Db,
  keys: Keys,
  userId: string,
  { id_no, file_ids }: ParsedBodyOf<typeof verifyIdentity>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockVerifiablePerson(tx, userId);
    if (row.verify_status === 'verified')
      throw new RefusalError(400, '您已完成实名认证', 'identity_state');
    if (!isSameNumber(row.id_type as IdKind, id_no, unsealIdNumber(keys, row)))
      throw new RefusalError(
        400,
        '与注册时填写的证件号码不一致；注册时填错的，请申请更正',
        'bad_request',
        field('id_no'),
      );
    await insert(tx, keys, row, { kind: 'verify', real_name: row.real_name, id_no, file_ids }, now);
    await setVerified(tx, userId, 'checking');
  });

/** Requests a correction of name or number. The account is unchanged until the decision. */
export const requestCorrection = (
  db: Db,
  keys: Keys,
  userId: string,
  body: ParsedBodyOf<typeof correctIdentity>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockVerifiablePerson(tx, userId);
    const kind = row.id_type as IdKind;
    const { real_name, id_no, reason, file_ids } = body;
    if (!isNameOfKind(kind, real_name))
      throw new RefusalError(400, '请输入真实姓名', 'bad_request', field('real_name'));
    if (!isIdOfKind(kind, id_no))
      throw new RefusalError(400, idNumberWords[kind], 'bad_request', field('id_no'));
    if (real_name === row.real_name && isSameNumber(kind, id_no, unsealIdNumber(keys, row)))
      throw new RefusalError(400, '姓名和证件号码与现在的一致，不需要更正', 'bad_request');
    await insert(tx, keys, row, { kind: 'correct', real_name, id_no, reason, file_ids }, now);
  });

interface Asked {
  kind: 'verify' | 'correct';
  real_name: string;
  id_no: string;
  reason?: string;
  file_ids: readonly string[];
}

async function insert(tx: Db, keys: Keys, row: UserRow, request: Asked, now: Date): Promise<void> {
  const { site_id, user_id, id_type } = row;
  const { kind, real_name, id_no, reason = '', file_ids } = request;
  const request_id = ulid(now.getTime());
  await attachFiles(tx, {
    owner_type: fileOwner,
    owner_id: request_id,
    site_id,
    user_id,
    title: kind === 'verify' ? '实名认证' : '实名信息更正',
    file_ids,
    kinds: ['id_card'],
    most: identityPictures,
  });
  const id_sealed = seal(keys.personal, id_no, `id_no/${user_id}`);
  const about = { request_id, site_id, user_id, kind, real_name, id_type, id_sealed };
  await insertRequest(tx, { ...about, reason, created_at: now });
  await logRequest(
    tx,
    { requestId: request_id, from: '', to: 'waiting' },
    { actor_type: 'learner', actor_id: user_id },
    now,
  );
}

/** Withdraws a pending request. */
export const withdrawRequest = (db: Db, userId: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const open = await newestRequest(tx, userId);
    if (!open || !(await closeRequest(tx, open.request_id, 'withdrawn', { at: now }))) return;
    if (open.kind === 'verify') {
      // Withdrawing does not take back an earlier rejection.
      const wasRejected = await hasBeenRejected(tx, userId);
      await setVerified(tx, userId, wasRejected ? 'failed' : 'unverified');
    }
    await dropPictures(tx, open.request_id, now);
    const actor = { actor_type: 'learner' as const, actor_id: userId };
    await logRequest(
      tx,
      { requestId: open.request_id, from: 'waiting', to: 'withdrawn' },
      actor,
      now,
    );
  });

export const logRequest = (
  tx: Db,
  { requestId, from, to }: { requestId: string; from: string; to: string },
  actor: { actor_type: 'learner' | 'staff'; actor_id: string; reason?: string },
  at: Date,
): Promise<void> =>
  logState(tx, { entity: 'identity_request', entity_id: requestId, from, to, ...actor, at });
