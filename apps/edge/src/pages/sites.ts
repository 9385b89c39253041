import { Envelope, RefusalData, wirePath } from '@cme/contract/base';
import { siteLogo, SiteLogo } from '@cme/contract/site';
import { LRUCache } from 'lru-cache';
import type { Address } from '../http/hosts.ts';
import type { OwnCalls } from '../proxy/own-calls.ts';
import { createRefreshingCache } from './refreshing-cache.ts';
import { createSiteDomains } from './site-domains.ts';

type Asked = Pick<Address, 'domain' | 'kind' | 'areas'>;
export type SiteAnswer = { site: SiteLogo } | 'unknown' | 'unreachable';

/** More domains than an installation has. */
const mostSites = 5000;
/** Without the list of domains: how many unknown ones are remembered, and for how many milliseconds. */
const unknownDomains = { max: 1000, ttl: 5000 };

/**
 * Site settings by domain, fetched from the API and cached for seconds. The last ones are used while
 * the API is unavailable. Hosts that belong to no site are answered from the list of domains: they
 * cost no call each and take no site's place.
 */
export function createSiteCache(own: OwnCalls, { mainDomain }: { mainDomain: string }) {
  const domains = createSiteDomains(own);
  const answers = createRefreshingCache<SiteAnswer>(
    { fresh: 2000, stale: 30_000, max: mostSites },
    (answer) => answer !== 'unreachable',
  );
  const unknown = new LRUCache<string, true>(unknownDomains);

  const findListed = (domain: string): Promise<SiteAnswer> =>
    answers.get(domain, async (before) => {
      const now = await fetchSite(own.send, domain);
      return now === 'unreachable' && before ? before : now;
    });

  /** Only while there is no list: in the visitor's name, so that it counts against their limit. */
  async function findUnlisted(domain: string, visitor: string): Promise<SiteAnswer> {
    if (answers.has(domain)) return findListed(domain);
    if (unknown.has(domain)) return 'unknown';
    const answer = await fetchSite((path, init) => own.sendFor(visitor, path, init), domain);
    if (typeof answer === 'object') return answers.get(domain, async () => answer);
    if (answer === 'unknown') unknown.set(domain, true);
    return answer;
  }

  return {
    async find({ domain, kind, areas }: Asked, visitor: string): Promise<SiteAnswer> {
      if (areas.includes(kind)) {
        const answer = await findListed(domain);
        // Unknown domains redirect to the main family, so it must never be unknown itself.
        return typeof answer === 'object' ? answer : { site: getPlainSite(mainDomain) };
      }
      const found = await domains.find(domain);
      if (found === 'unlisted') return 'unknown';
      if (found === 'no list') return findUnlisted(domain, visitor);
      return found === 'listed' || answers.has(domain) ? findListed(domain) : 'unreachable';
    },
  };
}

async function fetchSite(send: OwnCalls['send'], domain: string): Promise<SiteAnswer> {
  try {
    const reply = await send(wirePath(siteLogo.path), {
      method: 'POST',
      body: new URLSearchParams({ login_type: '', full_domain_name: domain }),
      signal: AbortSignal.timeout(3000),
    });
    const envelope = Envelope.parse(await reply.json());
    if (!envelope.isSuccess)
      return RefusalData.safeParse(envelope.data).data?.code === 'site_unknown'
        ? 'unknown'
        : 'unreachable';
    const site = SiteLogo.parse(envelope.data);
    const isFound =
      site.isEffectiveSite === 'Y' || site.isEndSite === 'Y' || site.opens_at !== undefined;
    return isFound ? { site } : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** Fallback without the API: enough to show a page of the main family. */
function getPlainSite(mainDomain: string): SiteLogo {
  const empty = {
    site_id: '',
    site_logo: '',
    circle_logo: '',
    favicon: '',
    slogan: '',
    icp_no: '',
    police_no: '',
    service_phone: '',
    service_time: '',
    defaultLoginUrl: '',
  };
  const flags = {
    isCustomerDomain: 'N',
    isEffectiveSite: 'Y',
    isEndSite: 'N',
    isOpenOutsideWorld: 'Y',
  } as const;
  return {
    ...empty,
    ...flags,
    site_name: '继续教育培训平台',
    site_short_name: '继续教育',
    theme: { primary: '', radius: 8 },
    main_host: mainDomain,
  };
}
