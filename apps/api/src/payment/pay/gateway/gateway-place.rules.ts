import { domainOf, testDomain } from '@cme/contract/site';
import { gatewayPath } from '@cme/contract/gateway-path';

/** Whether a browser with this origin uses an IP address or localhost, which have no subdomains. */
export function isByAddress(origin: string | undefined): origin is string {
  const url = origin === undefined ? null : URL.parse(origin);
  return url !== null && url.protocol === 'http:' && domainOf(url.hostname) === testDomain;
}

/** URL of a page of the embedded gateway for this browser: on `pay.` of the main domain, or below
 * the address that it uses. */
export function gatewayPlace(
  address: string,
  origin: string | undefined,
  mainDomain: string,
): string {
  const url = URL.parse(address);
  if (!url || url.hostname !== `pay.${mainDomain}` || !isByAddress(origin)) return address;
  return `${origin}${gatewayPath}${url.pathname}${url.search}${url.hash}`;
}
