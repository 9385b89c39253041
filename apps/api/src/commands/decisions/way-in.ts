import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { toOrigin } from '../../platform/sites/site.rules.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import { type Invitation, invitationHours } from '../../person/invitation/invitation.store.ts';

/** What the first administrator of a site does; printed once, as it has the code. */
export async function describeWayIn(
  { db, settings }: AppContext,
  { site_id, mobile_masked }: Invitation,
  code: string,
): Promise<string> {
  const site = await readSite(db, site_id);
  if (!site) throw new NotPossibleError('没有这个站点');
  return [
    `管理员 ${mobile_masked} 的一次性口令：${code}（${invitationHours}小时内有效，只显示这一次）`,
    `1. 启动后，由本人用该手机号注册：${toOrigin(site.domain, settings.port)}/regist/person`,
    `2. 由本人领取角色并启用动态验证码：STAFF=手机号 npm run staff -- roles accept ${code}`,
  ].join('\n');
}
