import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, unsealIdNumber } from '../../person/identity/user.store.ts';
import { logRequest } from '../../person/verification/ask.action.ts';
import {
  approveVerification,
  unsealRequestNumber,
  rejectRequest,
} from '../../person/verification/decide.action.ts';
import { fileOwner, readPictures } from '../../person/verification/pictures.ts';
import { readRejected, readWaiting } from '../../person/verification/verification.store.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { findOwnRequest } from '../decisions/identity-decision.ts';
import { decideRequests } from './requests.ts';

const kindNames = { verify: '认证', correct: '更正' } as const;

/** Commands for identity verification and corrections. */
export const identity = decideRequests({
  about: {
    waiting: '本站待审核的实名认证和更正申请，最早的在前',
    show: '一项申请的姓名、证件号码和照片（地址十分钟内有效），查看会被记录',
    approve: '通过：认证由一人办理，更正须由另一人确认',
  },
  fileOwner,
  readWaiting: async (db, siteId) =>
    (await readWaiting(db, siteId)).map(({ request_id, user_id, kind, created_at, real_name }) => ({
      user_id,
      line: [request_id, kindNames[kind], formatTime(created_at), real_name],
    })),
  find: findOwnRequest,
  async show({ db, settings }, id, row) {
    const { user_id, site_id } = row;
    const person = await findUser(db, user_id);
    if (!person) throw new NotPossibleError('没有这项申请，或已处理');
    const keys = deriveKeys(settings);
    const lines = [
      `${kindNames[row.kind]}  ${row.real_name}  ${row.id_type}  ${unsealRequestNumber(keys, row)}`,
      ...(row.kind === 'correct'
        ? [`原为  ${person.real_name}  ${unsealIdNumber(keys, person)}`, `原因  ${row.reason}`]
        : []),
    ];
    for (const before of await readRejected(db, user_id))
      lines.push(
        `此前未通过  ${formatTime(before.decided_at ?? before.created_at)}  ${before.reply}`,
      );
    return { user_id, site_id, lines, proofs: await readPictures(db, id) };
  },
  logView: (db, id, actor, now) =>
    logRequest(db, { requestId: id, from: 'waiting', to: 'viewed' }, actor, now),
  async approve(context, id, row, account) {
    if (row.kind === 'correct') return proposeRequest(context, 'identity_correct', [id], account);
    await approveVerification(context.db, id, account.user_id, context.now());
    return '已通过';
  },
  async reject(context, id, reason, account) {
    await rejectRequest(context.db, id, reason, account.user_id, context.now());
  },
});
