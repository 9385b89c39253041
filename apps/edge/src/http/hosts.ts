import { areaOf } from '@cme/commons/route-links';
import { areas, domainOf } from '@cme/contract/site';

/**
 * Result of parsing the Host header, before any lookup. The name of an area, `api` and `files` are
 * origins of the main family; `other` is a customer domain, the test site or unknown.
 */
export interface Address {
  kind: string;
  /** The areas that this installation has, mounted ones included. */
  areas: readonly string[];
  /** Host as shown in the address bar: lower case, with port. */
  host: string;
  /**
   * Host without port and trailing dot; the test site's domain for local hosts. Sent as
   * `full_domain_name`.
   */
  domain: string;
  /** `http://` or `https://` */
  scheme: string;
  /** `:8080`, or empty. */
  port: string;
}

const hostPattern =
  /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/**
 * Returns undefined when the header is not a valid host. No other header is ever used as the host.
 */
export function addressOf(
  header: string | undefined,
  mainDomain: string,
  secure: boolean,
  known: readonly string[] = areas,
): Address | undefined {
  const host = (header ?? '').toLowerCase().replace(/\.(?=:|$)/, '');
  const match = hostPattern.exec(host);
  if (!match || host.length > 253) return undefined;
  const [, domain = '', port = ''] = match;
  return {
    kind: kindOf(domain, mainDomain, known),
    areas: known,
    host,
    domain: domainOf(domain),
    scheme: secure ? 'https://' : 'http://',
    port,
  };
}

/** The portal is on the main domain itself, all others are subdomains of it. */
function kindOf(domain: string, mainDomain: string, known: readonly string[]): string {
  if (domain === mainDomain) return 'portal';
  if (!domain.endsWith(`.${mainDomain}`)) return 'other';
  const label = domain.slice(0, -mainDomain.length - 1);
  const isOfFamily = label !== 'portal' && [...known, 'api', 'files'].includes(label);
  return isOfFamily ? label : 'other';
}

/** Origins of the main family with the same scheme and port as this request. */
export function familyOrigins(address: Address, mainDomain: string): Map<string, string> {
  const originOf = (sub: string) => `${address.scheme}${sub}${mainDomain}${address.port}`;
  return new Map(
    address.areas.map((name) => [name, originOf(name === 'portal' ? '' : `${name}.`)]),
  );
}

/** Address of a main-family page that belongs on another origin. */
export function otherOrigin(
  address: Address,
  path: string,
  mainDomain: string,
): string | undefined {
  if (address.kind === 'other') return undefined;
  const area = areaOf(path, address.areas);
  return address.kind === area ? undefined : familyOrigins(address, mainDomain).get(area);
}
