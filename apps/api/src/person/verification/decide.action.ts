import { type IdKind, maskIdNumber } from '@cme/contract/base';
import { ulid } from 'ulid';
import { isDuplicate } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { requireTwo, type TwoPeople } from '../approval/approval.store.ts';
import { type Keys, unseal } from '../identity/secret.rules.ts';
import { isTakenUnderOtherKey } from '../identity/number.store.ts';
import {
  findUser,
  unsealIdNumber,
  lockUser,
  setIdentity,
  setVerified,
} from '../identity/user.store.ts';
import { insertMessages } from '../message/message.store.ts';
import { logRequest } from './ask.action.ts';
import { dropPictures } from './pictures.ts';
import { closeRequest, findRequest, type IdentityRequestRow } from './verification.store.ts';

export const unsealRequestNumber = (
  keys: Keys,
  { id_sealed, user_id }: IdentityRequestRow,
): string => unseal(keys.personal, id_sealed, `id_no/${user_id}`);

const requestGone = () => new NotPossibleError('没有这项申请，或已处理');

/** The pending request. */
export async function waitingRequest(db: Db, requestId: string): Promise<IdentityRequestRow> {
  const row = await findRequest(db, requestId);
  if (row?.request_status !== 'waiting') throw requestGone();
  return row;
}

/** Confirms the account's data. One person decides. */
export const approveVerification = (
  db: Db,
  requestId: string,
  decidedBy: string,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await requireTaken(tx, requestId);
    if (row.kind !== 'verify') throw new NotPossibleError('更正须由两人办理');
    await setVerified(tx, row.user_id, 'verified');
    await close(tx, row, 'approved', { decided_by: decidedBy, at: now });
    await notifyDecision(tx, row, '实名认证已通过', '您的姓名和证件号码已核验。', now);
  });

/** Changes name and number to the requested ones, which are thereby verified. Needs two people,
 * since certificates depend on them. Earlier certificates are unchanged. */
export const approveCorrection = (
  db: Db,
  keys: Keys,
  requestId: string,
  people: TwoPeople,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    requireTwo(people, '实名信息更正');
    const row = await requireTaken(tx, requestId);
    if (row.kind !== 'correct') throw requestGone();
    const id_no = unsealRequestNumber(keys, row);
    await refuseTaken(tx, keys, row, id_no);
    await setIdentity(tx, keys, row.user_id, { real_name: row.real_name, id_no }).catch(
      (error: unknown) => {
        throw isDuplicate(error) ? numberTaken() : error;
      },
    );
    await close(tx, row, 'approved', { decided_by: people.confirmed_by, at: now });
    const text = `您的实名信息已更正为：${row.real_name}，${maskIdNumber(id_no)}。此前已发放的证书不变，需要换发的请联系客服。`;
    await notifyDecision(tx, row, '实名信息已更正', text, now);
  });

const numberTaken = () => new NotPossibleError('该证件号码已属于本站其他账号');

/** Under an older key, which unique constraints cannot detect. */
async function refuseTaken(
  tx: Db,
  keys: Keys,
  { user_id, site_id, id_type }: IdentityRequestRow,
  idNo: string,
): Promise<void> {
  const person = await findUser(tx, user_id);
  if (!person || unsealIdNumber(keys, person) === idNo) return;
  const found = { site_id, mobile: '', id_type: id_type as IdKind, id_no: idNo };
  if (await isTakenUnderOtherKey(tx, keys, found)) throw numberTaken();
}

export const rejectRequest = (
  db: Db,
  requestId: string,
  reply: string,
  decidedBy: string,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await requireTaken(tx, requestId);
    if (row.kind === 'verify') await setVerified(tx, row.user_id, 'failed');
    await close(tx, row, 'rejected', { reply, decided_by: decidedBy, at: now });
    const name = row.kind === 'verify' ? '实名认证' : '实名信息更正';
    await notifyDecision(tx, row, `${name}未通过`, `原因：${reply}。请核对后重新提交。`, now);
  });

/** Locks the person before reading their request, as withdrawing does. */
async function requireTaken(tx: Db, requestId: string): Promise<IdentityRequestRow> {
  const { user_id } = await waitingRequest(tx, requestId);
  await lockUser(tx, user_id);
  return waitingRequest(tx, requestId);
}

async function close(
  tx: Db,
  { request_id }: IdentityRequestRow,
  to: 'approved' | 'rejected',
  by: { reply?: string; decided_by: string; at: Date },
): Promise<void> {
  if (!(await closeRequest(tx, request_id, to, by))) throw requestGone();
  await dropPictures(tx, request_id, by.at);
  const actor = { actor_type: 'staff' as const, actor_id: by.decided_by, reason: by.reply ?? '' };
  await logRequest(tx, { requestId: request_id, from: 'waiting', to }, actor, by.at);
}

const notifyDecision = (
  tx: Db,
  { site_id, user_id }: IdentityRequestRow,
  title: string,
  text: string,
  at: Date,
) =>
  insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'system',
      title,
      text,
      link_type: 'setting',
      created_at: at,
    },
  ]);
