import type { NewSite } from '../src/platform/sites/site.store.ts';

const named = (siteId: string, siteName: string, domain: string): NewSite => ({
  site_id: siteId,
  site_name: siteName,
  site_short_name: siteName,
  domain,
});

/** The main site on its three domains, a closed customer site, one whose service has ended, and the
 * local test site. */
export const testSites: NewSite[] = [
  {
    ...named('main', '继续教育平台', 'cme.localhost'),
    player_domain: 'player.cme.localhost',
    user_domain: 'user.cme.localhost',
    is_main: true,
  },
  {
    ...named('hospital', '人民医院学习中心', 'hospital.localhost'),
    isCustomerDomain: 'Y',
    isOpenOutsideWorld: 'N',
    registration: 'approval',
    defaultLoginUrl: '/user/learn',
  },
  { ...named('ended', '已停止的站点', 'ended.localhost'), isCustomerDomain: 'Y', isEndSite: 'Y' },
  { ...named('test', '测试站', 'localhost'), isCustomerDomain: 'Y' },
];
