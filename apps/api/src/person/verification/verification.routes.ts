import { idKinds, type IdKind, maskIdNumber, type ReplyOf } from '@cme/contract/base';
import {
  correctIdentity,
  identityState,
  verifyIdentity,
  withdrawIdentity,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { type Keys, deriveKeys } from '../identity/secret.rules.ts';
import { findUser, unsealIdNumber } from '../identity/user.store.ts';
import { requestCorrection, requestVerification, withdrawRequest } from './ask.action.ts';
import { unsealRequestNumber } from './decide.action.ts';
import { newestRequest } from './verification.store.ts';
import type { RequestStatus } from './verification.tables.ts';

/** Identity verification: requested by the person, decided by the centre (`npm run staff --
 * identity`). */
export function registerVerification(app: FastifyInstance, context: AppContext): void {
  const keys = deriveKeys(context.settings);
  const now = () => context.now();
  answer(app, context, identityState, ({ db, person }) =>
    readIdentityState(db, keys, person.user_id),
  );
  answer(
    app,
    context,
    verifyIdentity,
    async ({ db, person, body }) => {
      await requestVerification(db, keys, person.user_id, body, now());
      return readIdentityState(db, keys, person.user_id);
    },
    // Rate limit against guessing numbers.
    { perMinute: 6 },
  );
  answer(
    app,
    context,
    correctIdentity,
    async ({ db, person, body }) => {
      await requestCorrection(db, keys, person.user_id, body, now());
      return readIdentityState(db, keys, person.user_id);
    },
    { perMinute: 6 },
  );
  answer(app, context, withdrawIdentity, async ({ db, person }) => {
    await withdrawRequest(db, person.user_id, now());
    return readIdentityState(db, keys, person.user_id);
  });
}

const statusNames: Readonly<Record<string, string>> = {
  unverified: '未认证',
  checking: '审核中',
  verified: '已认证',
  failed: '未通过',
};
const requestNames: Readonly<Record<RequestStatus, string>> = {
  waiting: '审核中',
  approved: '已通过',
  rejected: '未通过',
  withdrawn: '已撤回',
};
const flag = (is: boolean) => (is ? ('Y' as const) : ('N' as const));

async function readIdentityState(
  db: Db,
  keys: Keys,
  userId: string,
): Promise<ReplyOf<typeof identityState>> {
  const row = await findUser(db, userId);
  if (!row) throw new RefusalError(401, '请先登陆', 'need_login');
  const request = await newestRequest(db, userId);
  const { verify_status, real_name, id_type } = row;
  const isFree = request?.request_status !== 'waiting';
  return {
    verify_status,
    verify_status_name: statusNames[verify_status] ?? '',
    real_name,
    id_type,
    id_type_name: idKinds.find(({ code }) => code === (id_type as IdKind))?.name ?? '',
    id_no: maskIdNumber(unsealIdNumber(keys, row)),
    can_verify: flag(isFree && verify_status !== 'verified'),
    can_correct: flag(isFree),
    request: request
      ? {
          kind: request.kind,
          request_status: request.request_status,
          request_status_name: requestNames[request.request_status],
          real_name: request.real_name,
          id_no: maskIdNumber(unsealRequestNumber(keys, request)),
          created_at: formatTime(request.created_at),
          reply: request.reply,
        }
      : null,
  };
}
