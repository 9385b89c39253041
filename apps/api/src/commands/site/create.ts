import { isMobile } from '@cme/contract/base';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readSites, type Site } from '../../platform/sites/site.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { giveCode, insertInvitation } from '../../person/invitation/invitation.store.ts';
import {
  createSite,
  lockSites,
  parseSiteRequest,
  requireFreeDomain,
} from '../../site/site/create.action.ts';
import { proposeRequest } from '../decisions/approval.ts';
import type { Account } from '../staff/account.ts';
import { type DecisionCommand, requireArguments } from '../staff/command.ts';
import { describeWayIn } from '../decisions/way-in.ts';

function parseRequest(args: readonly string[]) {
  const [domain = '', site_name = '', mobile = ''] = requireArguments(
    args,
    '域名',
    '站点名称',
    '管理员手机号',
  );
  if (!isMobile(mobile))
    throw new NotPossibleError('管理员手机号不正确，应为11位手机号码，如 13900000001');
  const request = parseSiteRequest({ domain, site_name, service_phone: args[3] ?? '' });
  return { mobile, request };
}

/** A site and the invitation of its administrator, in one transaction. */
function addSite(context: AppContext, args: readonly string[], account: Account | undefined) {
  const { mobile, request } = parseRequest(args);
  const { db, settings, now } = context;
  const given_by = account?.user_id ?? '';
  const actor = { actor_type: account ? ('staff' as const) : ('system' as const) };
  return db.transaction(async (tx) => {
    await lockSites(tx);
    // Somebody else may have created the first one meanwhile.
    if (!account && (await readSites(tx)).length > 0)
      throw new NotPossibleError('已有站点，请由管理员办理');
    const site = await createSite(tx, context, request, { ...actor, actor_id: given_by });
    const invitation = await insertInvitation(tx, deriveKeys(settings), now(), {
      site_id: site.site_id,
      mobile,
      role: site.is_main ? 'super' : 'site_admin',
      given_by,
    });
    return { site, invitation };
  });
}

const describe = ({ is_main, site_name, domain, site_id }: Site) =>
  `已建立${is_main ? '主站' : '站点'}“${site_name}”（${domain}，编号 ${site_id}）`;

/** The first site of an installation needs no account, as there is none; whoever can run commands has
 * the database and its secret anyway. */
export const createCommand: DecisionCommand = {
  args: '<域名> <站点名称> <管理员手机号> [服务电话]',
  about:
    '建立站点（第一个是主站，不须账号），邀请它的管理员；以后的站点由 super 建立，管理员须另一人确认',
  role: 'super',
  async runFirst(context, args) {
    const { db, settings, now } = context;
    const sites = await readSites(db);
    if (sites.length > 0) {
      requireFreeDomain(sites, parseRequest(args).request.domain, settings.mainDomain);
      return undefined;
    }
    const { site, invitation } = await addSite(context, args, undefined);
    const code = await giveCode(db, deriveKeys(settings), now(), invitation.invitation_id);
    return `${describe(site)}\n${await describeWayIn(context, invitation, code)}`;
  },
  async run(context, args, account) {
    const { site, invitation } = await addSite(context, args, account);
    const request = [invitation.invitation_id];
    return `${describe(site)}\n${await proposeRequest(context, 'role_invite', request, account)}`;
  },
};
