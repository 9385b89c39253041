import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { getHosts, siteOfHost } from '../../platform/sites/site.rules.ts';
import {
  insertMenus,
  insertSites,
  type NewSite,
  readSites,
  type Site,
} from '../../platform/sites/site.store.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { firstMenus, isReserved, parseDomain } from './new-site.rules.ts';
import { parseSetting } from './settings.action.ts';
import { siteSettings } from './settings.rules.ts';

export interface SiteRequest {
  domain: string;
  site_name: string;
  service_phone: string;
}

/** Taken for the whole transaction by whoever creates sites, also by the sample content. */
export const lockSites = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(8214079)`);

/** Validates the request; the domain as stored. */
export function parseSiteRequest(request: SiteRequest): SiteRequest {
  const parsed = parseDomain(request.domain);
  if ('fault' in parsed) throw new NotPossibleError(parsed.fault);
  return {
    domain: parsed.domain,
    site_name: parseSetting(siteSettings.site_name, request.site_name, '站点名称'),
    service_phone: parseSetting(siteSettings.service_phone, request.service_phone, '服务电话'),
  };
}

export function requireFreeDomain(
  sites: readonly Site[],
  domain: string,
  mainDomain: string,
): void {
  const owner = siteOfHost(sites, domain);
  if (owner)
    throw new NotPossibleError(
      `域名 ${domain} 已被站点“${owner.site_name}”使用，没有改动。管理员的口令遗失或过期的，由其注册后再授予角色：roles first 或 roles give`,
    );
  const main = sites.find(({ is_main }) => is_main);
  if (!main && domain !== mainDomain)
    throw new NotPossibleError(
      `第一个站点是主站，域名应与 MAIN_DOMAIN 一致：现为 ${mainDomain}，请改用它，或者设置 MAIN_DOMAIN=${domain}`,
    );
  if (isReserved(domain, main?.domain ?? mainDomain))
    throw new NotPossibleError(`域名 ${domain} 由平台自己使用`);
}

/** Adds a site with its menus; the first one is the main site. Requires `lockSites`. */
export async function createSite(
  tx: Db,
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  request: SiteRequest,
  actor: Actor,
): Promise<Site> {
  const sites = await readSites(tx);
  const { domain, site_name, service_phone } = request;
  requireFreeDomain(sites, domain, settings.mainDomain);
  const isMain = !sites.some(({ is_main }) => is_main);
  const at = now();
  const row: NewSite = {
    site_id: ulid(at.getTime()),
    site_name,
    site_short_name: [...site_name].slice(0, 16).join(''),
    domain,
    ...(isMain && { player_domain: `player.${domain}`, user_domain: `user.${domain}` }),
    is_main: isMain,
    isCustomerDomain: isMain ? 'N' : 'Y',
    service_phone,
    created_at: at,
  };
  await insertSites(tx, [row]);
  const site = (await readSites(tx)).find(({ site_id }) => site_id === row.site_id);
  if (!site) throw new Error('an inserted site was not found');
  await insertMenus(
    tx,
    (['pc', 'mobile'] as const).flatMap((showOn) =>
      firstMenus[showOn].map((menu, position) => ({
        ...menu,
        id: ulid(at.getTime()),
        site_id: site.site_id,
        show_on: showOn,
        position,
      })),
    ),
  );
  await logState(tx, {
    entity: 'site',
    entity_id: site.site_id,
    from: '',
    to: `created ${getHosts(site).join(' ')}`,
    ...actor,
    at,
  });
  return site;
}
