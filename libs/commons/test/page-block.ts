import type { PageBlock, SiteLogo } from '@cme/contract/site';

const logo: SiteLogo = {
  site_id: 'S1',
  site_name: '省卫生健康继续教育中心',
  site_short_name: '继续教育',
  site_logo: '/logo.svg',
  circle_logo: '/circle.svg',
  favicon: '/favicon.svg',
  theme: { primary: '#0b6e6e', radius: 8 },
  slogan: '',
  icp_no: '',
  police_no: '',
  service_phone: '',
  service_time: '',
  isCustomerDomain: 'N',
  isEffectiveSite: 'Y',
  isEndSite: 'N',
  isOpenOutsideWorld: 'Y',
  defaultLoginUrl: '',
  main_host: 'cme.localhost:8080',
};

export const siteLike = (change: Partial<SiteLogo> = {}): SiteLogo => ({ ...logo, ...change });

const main = {
  portal: 'http://cme.localhost:8080',
  player: 'http://player.cme.localhost:8080',
  user: 'http://user.cme.localhost:8080',
};

/** The portal of the main family. */
export const mainPage = (change: Partial<PageBlock> = {}): PageBlock => ({
  contract: 1,
  host: 'cme.localhost:8080',
  full_domain_name: 'cme.localhost',
  site: logo,
  addresses: { api: '', console: '', content: '' },
  areas: main,
  family: ['cme.localhost:8080', 'player.cme.localhost:8080', 'user.cme.localhost:8080'],
  cookie_domain: 'cme.localhost',
  remotes: [],
  nonce: 'n',
  releases: {},
  ...change,
});

/** A customer domain: one origin with everything mounted. */
export const customerPage = (change: Partial<PageBlock> = {}): PageBlock =>
  mainPage({
    host: 'hospital.localhost:8080',
    full_domain_name: 'hospital.localhost',
    site: siteLike({ isCustomerDomain: 'Y', isOpenOutsideWorld: 'N' }),
    areas: { portal: '', player: '', user: '' },
    family: ['hospital.localhost:8080'],
    cookie_domain: '',
    ...change,
  });

/** Installs the page block as the edge does: in the document, or for the request being rendered. */
export function show(block: PageBlock): void {
  if (typeof document === 'undefined') {
    Object.assign(globalThis, { [Symbol.for('cme.page.1')]: () => block });
    return;
  }
  document.getElementById('site')?.remove();
  const script = document.createElement('script');
  script.id = 'site';
  script.type = 'application/json';
  script.textContent = JSON.stringify(block);
  document.head.append(script);
}
