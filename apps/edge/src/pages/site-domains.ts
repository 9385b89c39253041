import { SiteDomains, siteDomainsPath } from '@cme/contract/site/domains';
import type { OwnCalls } from '../proxy/own-calls.ts';

/** Milliseconds after which a host that is not listed causes the list to be fetched again. */
const freshMs = 1000;
const timeoutMs = 3000;

/** `away`: the API is, so nobody knows. `no list`: it is older and has no such call. */
export type DomainAnswer = 'listed' | 'unlisted' | 'away' | 'no list';

/**
 * The domains of all sites. Any number of unknown hosts cost one call a second together, and a new
 * site is found at its first request after that.
 */
export function createSiteDomains(own: OwnCalls) {
  let domains: ReadonlySet<string> | undefined;
  let isAway = false;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  async function fetchDomains(): Promise<void> {
    const answer = await own.send(siteDomainsPath, {
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
    });
    isAway = answer.status >= 500;
    if (answer.ok) domains = new Set(SiteDomains.parse(await answer.json()).domains);
    else await answer.body?.cancel();
  }

  function refresh(): Promise<void> {
    if (asking && performance.now() - askedAt < freshMs) return asking;
    askedAt = performance.now();
    return (asking = fetchDomains().catch(() => void (isAway = true)));
  }

  return {
    async find(domain: string): Promise<DomainAnswer> {
      if (!domains?.has(domain)) await refresh();
      if (domains?.has(domain)) return 'listed';
      if (isAway) return 'away';
      return domains ? 'unlisted' : 'no list';
    },
  };
}
