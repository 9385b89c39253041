import { domainToASCII } from 'node:url';
import { areas, domainOf, isPlainHttp, testDomain } from '@cme/contract/site';
import type { WechatWay } from '@cme/contract/person';
import type { Settings } from '../settings/settings.ts';
import type { Site } from './site.store.ts';

/** Normalises a host: no port, lower case, no trailing dot, IDN as ASCII. Local addresses are one
 * host, the test site's. Empty if invalid. */
export function plainHost(host: string): string {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:]*)(?::\d{0,5})?$/i.exec(host.trim()) ?? [];
  const lowerName = name.replace(/\.$/, '').toLowerCase();
  if (domainOf(lowerName) === testDomain) return testDomain;
  if (/^[a-z0-9.-]*$/.test(lowerName) && !lowerName.includes('xn--')) return lowerName;
  return /[\s/?#@%\\]/.test(lowerName) ? '' : domainToASCII(lowerName);
}

/** The site of a normalised host, by any of its domains. */
export function siteOfHost(sites: readonly Site[], host: string): Site | undefined {
  if (host === '') return undefined;
  const named = sites.find(({ domain, player_domain, user_domain }) =>
    [domain, player_domain, user_domain].includes(host),
  );
  return named ?? sites.find((site) => site.is_main && isAreaHost(site, host));
}

/** Every area of the main site is a subdomain of its domain, mounted ones included. */
const isAreaHost = (site: Site, host: string): boolean => listAreaHosts(site).includes(host);

const listAreaHosts = ({ domain, mounted_areas }: Site): string[] =>
  [...areas.filter((name) => name !== 'portal'), ...mounted_areas].map(
    (name) => `${name}.${domain}`,
  );

/** Every host that `siteOfHost` maps to this site. */
export function getHosts(site: Site): string[] {
  const { domain, player_domain, user_domain, is_main } = site;
  const named = [domain, player_domain, user_domain].filter((host) => host !== null);
  return [...named, ...(is_main ? listAreaHosts(site) : [])];
}

type Term = Pick<Site, 'isEndSite' | 'effective_from' | 'effective_to'>;

/** Whether a site's service has not begun yet. */
export const isEarly = ({ effective_from }: Term, now: Date): boolean =>
  effective_from !== null && effective_from > now;

/** Whether a site's service has ended: manually, or by the clock. */
export const isOver = ({ isEndSite, effective_to }: Term, now: Date): boolean =>
  isEndSite === 'Y' || (effective_to !== null && effective_to <= now);

export type SiteDecision = { site: Site } | { wrong: 'site_unknown' | 'site_mismatch' };

/** The rule that maps a call to its site: by the domain in its body. If the call also came through
 * a site's own host, both must be the same site. `host` is empty if the call came through an
 * address of the API itself. */
export function decideSite(sites: readonly Site[], named: string, host: string): SiteDecision {
  const namedSite = siteOfHost(sites, plainHost(named));
  const through = siteOfHost(sites, plainHost(host));
  if (through && namedSite && through !== namedSite) return { wrong: 'site_mismatch' };
  if (!namedSite || namedSite.isEffectiveSite === 'N') return { wrong: 'site_unknown' };
  return { site: namedSite };
}

/** True if `Host` is the API's own: `api.` of the main domain, the configured base, or the socket
 * itself. */
export function isApiHost(
  host: string,
  api: { mainDomain: string; apiBase: string; localPort: number | undefined },
): boolean {
  const plainHostName = plainHost(host);
  if (plainHostName === `api.${api.mainDomain}`) return true;
  if (api.apiBase && new URL(api.apiBase).host === host.toLowerCase()) return true;
  return plainHostName === testDomain && host.endsWith(`:${api.localPort}`);
}

/** Whether an Origin header belongs to one of these sites: same host, and the public port or the
 * scheme's default. http is accepted only if the site itself is served by http, since it can be
 * forged on the network. */
export function isSiteOrigin(
  sites: readonly Site[],
  origin: string | undefined,
  publicPort: number,
): boolean {
  const url = origin === undefined ? null : URL.parse(origin);
  if (!url || url.origin !== origin || url.hostname.endsWith('.')) return false;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPlainHttp(url.hostname)))
    return false;
  if (url.port !== '' && url.port !== String(publicPort)) return false;
  return siteOfHost(sites, plainHost(url.hostname)) !== undefined;
}

/** Public origin of a domain: https, but http with the public port on local names. */
export const toOrigin = (domain: string, publicPort: number): string =>
  isPlainHttp(domain) ? `http://${domain}:${publicPort}` : `https://${domain}`;

/** WeChat sign-in methods of a site: those that the site wants and the installation has. */
export const getWechatWays = (
  { login_ways }: Pick<Site, 'login_ways'>,
  { wechatSignIn: { mp, web } }: Pick<Settings, 'wechatSignIn'>,
): WechatWay[] =>
  login_ways.includes('wechat')
    ? [...(mp ? (['mp'] as const) : []), ...(web ? (['web'] as const) : [])]
    : [];
