import { Envelope, RefusalData, siteLogo, SiteLogo, wirePath } from '@cme/contract';
import { createRefreshingCache } from './refreshing-cache.ts';

export type SiteAnswer = { site: SiteLogo } | 'unknown' | 'unreachable';

/**
 * Site settings by domain, fetched from the API and cached for seconds. The last ones are used while
 * the API is unavailable.
 */
export function createSiteCache(api: () => string, fallback: { mainDomain: string }) {
  const answers = createRefreshingCache<SiteAnswer>(
    { fresh: 2000, stale: 30_000, max: 500 },
    (answer) => answer !== 'unreachable',
  );
  return {
    async find(domain: string): Promise<SiteAnswer> {
      const answer = await answers.get(domain, async (before) => {
        const now = await ask(api(), domain);
        return now === 'unreachable' && before ? before : now;
      });
      // Unknown domains redirect to the main family, so it must never be unknown itself.
      return typeof answer === 'object'
        ? answer
        : getPlainSite(domain, fallback.mainDomain, answer);
    },
  };
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
