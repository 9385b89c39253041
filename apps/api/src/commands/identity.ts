import type { AppContext } from '../context.ts';
import { NotPossible } from '../http/not-possible.ts';
import { wireTime } from '../http/wire-time.ts';
import { fileOfOwner } from '../modules/file/attach.action.ts';
import { downloadOf } from '../modules/file/download.ts';
import { keysOf } from '../modules/identity/secret.rules.ts';
import { findUser, idNumberOf } from '../modules/identity/user.store.ts';
import { logRequest } from '../modules/verification/ask.action.ts';
import {
  approveCorrection,
  approveVerification,
  numberOf,
  rejectRequest,
  waitingRequest,
} from '../modules/verification/decide.action.ts';
import { fileOwner, picturesOf } from '../modules/verification/pictures.ts';
import {
  type IdentityRequestRow,
  readWaiting,
} from '../modules/verification/verification.store.ts';
import { readSite } from '../sites/site.store.ts';
import type { Account } from './account.ts';
import { type Decision, proposed } from './approval.ts';
import { reasonOf } from './class-own.ts';
import { type Command, listed, needed } from './command.ts';

/** A request that waits, for who decides about its site. */
async function ownRequest(
  { db }: AppContext,
  id: string,
  { user_id, roles }: Pick<Account, 'user_id' | 'roles'>,
): Promise<IdentityRequestRow> {
  const row = await waitingRequest(db, id);
  if (row.user_id === user_id) throw new NotPossible('不能办理自己的申请');
  if (!roles.includes('super') && (await findUser(db, user_id))?.site_id !== row.site_id)
    throw new NotPossible('这是其他站点的申请');
  return row;
}

const kindNames = { verify: '认证', correct: '更正' } as const;

/** A correction: its request. */
export const correctionOf: Decision = {
  role: 'certificate_officer',
  async facts({ db, settings }, [id = '']) {
    const row = await waitingRequest(db, id);
    const before = await findUser(db, row.user_id);
    // The list of proposals is read by many.
    const tail = (number: string) => `尾号${number.slice(-4)}`;
    const keys = keysOf(settings);
    const old = before ? `${before.real_name}，${tail(idNumberOf(keys, before))}` : '';
    return `实名信息更正：${old} → ${row.real_name}，${tail(numberOf(keys, row))}`;
  },
  async run(context, [id = ''], by) {
    const confirmed = await findUser(context.db, by.confirmed_by);
    await ownRequest(context, id, { user_id: by.confirmed_by, roles: confirmed?.roles ?? [] });
    await approveCorrection(context.db, keysOf(context.settings), id, by, context.now());
    return '已更正';
  },
};

/** Real names: who asks to be verified, and whose name or number is to be corrected. */
export const identity: Record<string, Command> = {
  waiting: {
    args: '',
    about: '本站待审核的实名认证和更正申请，最早的在前',
    role: 'certificate_officer',
    async run({ db }, _, who) {
      const site_id = (await findUser(db, who.user_id))?.site_id ?? '';
      const rows = await readWaiting(db, site_id);
      return listed(
        rows.map(({ request_id, kind, created_at, real_name }) => [
          request_id,
          kindNames[kind],
          wireTime(created_at),
          real_name,
        ]),
      );
    },
  },
  show: {
    args: '<申请编号>',
    about: '一项申请的姓名、证件号码和照片（地址十分钟内有效），查看会被记录',
    role: 'certificate_officer',
    async run(context, args, who) {
      const [id = ''] = needed(args, '申请编号');
      const { db, settings } = context;
      const row = await ownRequest(context, id, who);
      const site = await readSite(db, row.site_id);
      const person = await findUser(db, row.user_id);
      if (!site || !person) throw new NotPossible('没有这项申请，或已处理');
      const keys = keysOf(settings);
      const lines = [
        `${kindNames[row.kind]}  ${row.real_name}  ${row.id_type}  ${numberOf(keys, row)}`,
        ...(row.kind === 'correct'
          ? [`原为  ${person.real_name}  ${idNumberOf(keys, person)}`, `原因  ${row.reason}`]
          : []),
      ];
      for (const { file_id, name } of await picturesOf(db, id)) {
        const file = await fileOfOwner(db, { owner_type: fileOwner, owner_id: id }, file_id);
        lines.push(`${name}  ${downloadOf(context, site, file).url}`);
      }
      const actor = { actor_type: 'staff' as const, actor_id: who.user_id };
      await logRequest(db, id, 'waiting', 'viewed', actor, context.now());
      return lines.join('\n');
    },
  },
  approve: {
    args: '<申请编号>',
    about: '通过：认证由一人办理，更正须由另一人确认',
    role: 'certificate_officer',
    async run(context, args, who) {
      const [id = ''] = needed(args, '申请编号');
      const row = await ownRequest(context, id, who);
      if (row.kind === 'correct') return proposed(context, 'identity_correct', [id], who);
      await approveVerification(context.db, id, who.user_id, context.now());
      return '已通过';
    },
  },
  reject: {
    args: '<申请编号> <原因>',
    about: '不通过，原因会告诉申请人',
    role: 'certificate_officer',
    async run(context, args, who) {
      const [id = '', word = ''] = needed(args, '申请编号', '原因');
      await ownRequest(context, id, who);
      await rejectRequest(context.db, id, reasonOf(word), who.user_id, context.now());
      return '已退回';
    },
  },
};
