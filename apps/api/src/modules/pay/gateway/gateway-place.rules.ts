import { domainOf, testDomain } from '@cme/contract';
import { gatewayPath } from '@cme/contract/gateway-path';

/** Whether a browser that has this origin opened the product by an address: nothing has a name
 * below it. */
export function isByAddress(origin: string | undefined): origin is string {
  const url = origin === undefined ? null : URL.parse(origin);
  return url !== null && url.protocol === 'http:' && domainOf(url.hostname) === testDomain;
}

/** Where this browser finds a page of the embedded gateway: on `pay.` before the main domain, or
 * below the address by which it opened the product. */
export function gatewayPlace(
  address: string,
  origin: string | undefined,
  mainDomain: string,
): string {
  const url = URL.parse(address);
  if (!url || url.hostname !== `pay.${mainDomain}` || !isByAddress(origin)) return address;
  return `${origin}${gatewayPath}${url.pathname}${url.search}${url.hash}`;
}
