import { Envelope, RefusalData, siteLogo, SiteLogo, wirePath } from '@cme/contract';

export type Found = { site: SiteLogo } | 'unknown' | 'unreachable';

const fresh = 5000;
const most = 500;

/** Branding by domain, asked of the API and kept for some seconds; the last answer serves while
 * the API is away. */
export function openSites(api: () => string, fallback: { mainDomain: string }) {
  const known = new Map<string, { until: number; found: Promise<Found> }>();

  async function find(domain: string): Promise<Found> {
    const held = known.get(domain);
    if (held && held.until > Date.now()) return held.found;
    const found = ask(api(), domain).then(async (answer) => {
      if (typeof answer === 'object') return answer;
      // The main family is where unknown domains are sent: it must never be unknown itself.
      if (answer === 'unknown') return plain(domain, fallback.mainDomain, answer);
      known.delete(domain);
      const before = held ? await held.found : 'unreachable';
      return before === 'unreachable' ? plain(domain, fallback.mainDomain, answer) : before;
    });
    known.delete(domain);
    known.set(domain, { until: Date.now() + fresh, found });
    if (known.size > most) known.delete(known.keys().next().value ?? '');
    return found;
  }
  return { find };
}

async function ask(apiOrigin: string, domain: string): Promise<Found> {
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
    return site.isEffectiveSite === 'Y' || site.isEndSite === 'Y' ? { site } : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** Of the main family enough is known to show a page without the API; of any other domain nothing
 * is. */
function plain(domain: string, mainDomain: string, otherwise: Found): Found {
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
