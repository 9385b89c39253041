import { signDownload } from '../../person/file/download.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { findUser } from '../../person/identity/user.store.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import type { Account } from '../staff/account.ts';
import { type Command, formatTable, requireReason, requireArguments } from '../staff/command.ts';

interface ShownRequest {
  user_id: string;
  site_id: string;
  /** What stands above the proofs. */
  lines: string[];
  proofs: readonly { file_id: string; name: string }[];
}

/** Requests of people that the centre decides, each with its proofs. */
interface RequestArea<Found> {
  about: { waiting: string; show: string; approve: string };
  fileOwner: string;
  /** The pending ones of a site, oldest first: a line for each, and whom it shows. */
  readWaiting(db: Db, siteId: string): Promise<{ user_id: string; line: string[] }[]>;
  /** A pending one; throws if the account may not decide it. */
  find(context: AppContext, id: string, account: Account): Promise<Found>;
  show(context: AppContext, id: string, found: Found): Promise<ShownRequest>;
  logView(
    db: Db,
    id: string,
    actor: { actor_type: 'staff'; actor_id: string },
    now: Date,
  ): Promise<void>;
  approve(context: AppContext, id: string, found: Found, account: Account): Promise<string>;
  reject(context: AppContext, id: string, reason: string, account: Account): Promise<void>;
}

const role = 'certificate_officer';

/** The commands that list, show, approve and reject such requests. */
export function decideRequests<Found>(area: RequestArea<Found>): Record<string, Command> {
  return {
    waiting: {
      args: '',
      about: area.about.waiting,
      role,
      async run({ db }, _, account) {
        const site_id = (await findUser(db, account.user_id))?.site_id ?? '';
        const rows = await area.readWaiting(db, site_id);
        recordShownPeople(rows.map(({ user_id }) => user_id));
        return formatTable(rows.map(({ line }) => line));
      },
    },
    show: {
      args: '<申请编号>',
      about: area.about.show,
      role,
      async run(context, args, account) {
        const [id = ''] = requireArguments(args, '申请编号');
        const { db } = context;
        const found = await area.find(context, id, account);
        const { user_id, site_id, lines, proofs } = await area.show(context, id, found);
        const site = await readSite(db, site_id);
        if (!site) throw new NotPossibleError('没有这项申请，或已处理');
        recordShownPeople([user_id]);
        const owner = { owner_type: area.fileOwner, owner_id: id };
        for (const { file_id, name } of proofs) {
          const file = await fileOfOwner(db, owner, file_id);
          lines.push(`${name}  ${signDownload(context, site, file).url}`);
        }
        const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
        await area.logView(db, id, actor, context.now());
        return lines.join('\n');
      },
    },
    approve: {
      args: '<申请编号>',
      about: area.about.approve,
      role,
      async run(context, args, account) {
        const [id = ''] = requireArguments(args, '申请编号');
        const found = await area.find(context, id, account);
        return area.approve(context, id, found, account);
      },
    },
    reject: {
      args: '<申请编号> <原因>',
      about: '不通过，原因会告诉申请人',
      role,
      async run(context, args, account) {
        const [id = '', word = ''] = requireArguments(args, '申请编号', '原因');
        await area.find(context, id, account);
        await area.reject(context, id, requireReason(word), account);
        return '已退回';
      },
    },
  };
}
