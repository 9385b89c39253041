import { Envelope, RefusalData, siteLogo, SiteLogo, wirePath } from '@cme/contract';
import { LRUCache } from 'lru-cache';

export type SiteAnswer = { site: SiteLogo } | 'unknown' | 'unreachable';

/**
 * Site settings by domain, fetched from the API and cached for seconds. Stale entries are used
 * while the API is unavailable.
 */
export function createSiteCache(api: () => string, fallback: { mainDomain: string }) {
  const answers = new LRUCache<string, Promise<SiteAnswer>>({
    ttl: 2000,
    max: 500,
    noDeleteOnStaleGet: true,
  });

  async function find(domain: string): Promise<SiteAnswer> {
    const cached = answers.get(domain);
    if (cached) return cached;
    const before = answers.peek(domain, { allowStale: true });
    const answer = ask(api(), domain).then(async (now) => {
      if (typeof now === 'object') return now;
      // Unknown domains redirect to the main family, so it must never be unknown itself.
      if (now === 'unknown') return getPlainSite(domain, fallback.mainDomain, now);
      const last = await before;
      if (last && last !== 'unreachable') return last;
      answers.delete(domain);
      return getPlainSite(domain, fallback.mainDomain, now);
    });
    answers.set(domain, answer);
    return answer;
  }
  return { find };
}

async function ask(apiOrigin: string, domain: string): Promise<SiteAnswer> {
  try {
    const reply = await fetch(apiOrigin + wirePath(siteLogo.path), {
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

/**
 * Fallback without the API: enough to show a page of the main family, nothing for other domains.
 */
function getPlainSite(domain: string, mainDomain: string, otherwise: SiteAnswer): SiteAnswer {
  if (![mainDomain, `player.${mainDomain}`, `user.${mainDomain}`].includes(domain))
    return otherwise;
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
    site: {
      ...empty,
      ...flags,
      site_name: '继续教育培训平台',
      site_short_name: '继续教育',
      theme: { primary: '', radius: 8 },
      main_host: mainDomain,
    },
  };
}
