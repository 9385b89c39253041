import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { NotPossible } from '../../platform/http/not-possible.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { downloadOf } from '../../person/file/download.ts';
import { keysOf } from '../../person/identity/secret.rules.ts';
import { findUser, idNumberOf } from '../../person/identity/user.store.ts';
import { logRequest } from '../../person/verification/ask.action.ts';
import {
  approveVerification,
  numberOf,
  rejectRequest,
} from '../../person/verification/decide.action.ts';
import { fileOwner, picturesOf } from '../../person/verification/pictures.ts';
import { readRejected, readWaiting } from '../../person/verification/verification.store.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { reasonOf, type Command, formatTable, requireArguments } from '../staff/command.ts';
import { findOwnRequest } from '../decisions/identity-decision.ts';

const kindNames = { verify: '认证', correct: '更正' } as const;

/** Commands for identity verification and corrections. */
export const identity: Record<string, Command> = {
  waiting: {
    args: '',
    about: '本站待审核的实名认证和更正申请，最早的在前',
    role: 'certificate_officer',
    async run({ db }, _, account) {
      const site_id = (await findUser(db, account.user_id))?.site_id ?? '';
      const rows = await readWaiting(db, site_id);
      recordShownPeople(rows.map(({ user_id }) => user_id));
      return formatTable(
        rows.map(({ request_id, kind, created_at, real_name }) => [
          request_id,
          kindNames[kind],
          formatTime(created_at),
          real_name,
        ]),
      );
    },
  },
  show: {
    args: '<申请编号>',
    about: '一项申请的姓名、证件号码和照片（地址十分钟内有效），查看会被记录',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '申请编号');
      const { db, settings } = context;
      const row = await findOwnRequest(context, id, account);
      const site = await readSite(db, row.site_id);
      const person = await findUser(db, row.user_id);
      if (!site || !person) throw new NotPossible('没有这项申请，或已处理');
      recordShownPeople([row.user_id]);
      const keys = keysOf(settings);
      const lines = [
        `${kindNames[row.kind]}  ${row.real_name}  ${row.id_type}  ${numberOf(keys, row)}`,
        ...(row.kind === 'correct'
          ? [`原为  ${person.real_name}  ${idNumberOf(keys, person)}`, `原因  ${row.reason}`]
          : []),
      ];
      for (const before of await readRejected(db, row.user_id))
        lines.push(
          `此前未通过  ${formatTime(before.decided_at ?? before.created_at)}  ${before.reply}`,
        );
      for (const { file_id, name } of await picturesOf(db, id)) {
        const file = await fileOfOwner(db, { owner_type: fileOwner, owner_id: id }, file_id);
        lines.push(`${name}  ${downloadOf(context, site, file).url}`);
      }
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      await logRequest(db, id, 'waiting', 'viewed', actor, context.now());
      return lines.join('\n');
    },
  },
  approve: {
    args: '<申请编号>',
    about: '通过：认证由一人办理，更正须由另一人确认',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '申请编号');
      const row = await findOwnRequest(context, id, account);
      if (row.kind === 'correct') return proposeRequest(context, 'identity_correct', [id], account);
      await approveVerification(context.db, id, account.user_id, context.now());
      return '已通过';
    },
  },
  reject: {
    args: '<申请编号> <原因>',
    about: '不通过，原因会告诉申请人',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = '', word = ''] = requireArguments(args, '申请编号', '原因');
      await findOwnRequest(context, id, account);
      await rejectRequest(context.db, id, reasonOf(word), account.user_id, context.now());
      return '已退回';
    },
  },
};
