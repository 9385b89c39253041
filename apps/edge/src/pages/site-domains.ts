import { SiteDomains, siteDomainsPath } from '@cme/contract/site/domains';
import type { OwnCalls } from '../proxy/own-calls.ts';

/** Milliseconds after which a host that is not listed causes the list to be fetched again. */
const freshMs = 1000;
const timeoutMs = 3000;

/**
 * The domains of all sites. Any number of unknown hosts cost one call a second together, and a new
 * site is found at its first request after that.
 */
export function createSiteDomains(own: OwnCalls) {
  let domains: ReadonlySet<string> | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  async function fetchDomains(): Promise<void> {
    const answer = await own.send(siteDomainsPath, {
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) domains = new Set(SiteDomains.parse(await answer.json()).domains);
    else await answer.body?.cancel();
  }

  async function refresh(): Promise<void> {
    if (performance.now() - askedAt < freshMs) return asking;
    askedAt = performance.now();
    asking = fetchDomains().catch(() => undefined);
    return asking;
  }

  return {
    /** Undefined while no list could be had, for example from an older API. */
    async has(domain: string): Promise<boolean | undefined> {
      if (!domains?.has(domain)) await refresh();
      return domains?.has(domain);
    },
  };
}
