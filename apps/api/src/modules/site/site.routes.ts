import { siteConfig, siteLogo } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { mainSite } from './site.cache.ts';
import { readMenus, type Site, type SiteMenu } from './site.store.ts';

export function registerSite(app: FastifyInstance, house: House): void {
  answer(app, house, siteLogo, async ({ site, known }) => branding(site, known, await mainHost(house)), { anySite: true });
  answer(app, house, siteConfig, async ({ site, db }) => config(site, await readMenus(db, site.site_id)), { anySite: true });
}

async function mainHost(house: House): Promise<string> {
  const { settings } = house;
  const main = await mainSite(house);
  const domain = main?.domain ?? settings.mainDomain;
  return domain.endsWith('localhost') ? `${domain}:${settings.port}` : domain;
}

function branding(site: Site, known: boolean, main_host: string) {
  const { theme_primary, theme_radius, ...row } = site;
  return { ...row, theme: { primary: theme_primary, radius: theme_radius }, isEffectiveSite: known ? ('Y' as const) : ('N' as const), main_host };
}

function config(site: Site, menus: SiteMenu[]) {
  const on = (where: SiteMenu['show_on']) => menus.filter(({ show_on }) => show_on === where);
  return { menus: on('pc'), mobile_menus: on('mobile'), login_ways: site.login_ways, regist_open: site.regist_open, links: site.links };
}
