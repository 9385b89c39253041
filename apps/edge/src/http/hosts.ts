import { areaOf } from '@cme/commons/route-links';
import { type AreaName, areas, domainOf } from '@cme/contract';

/** What the Host header says, before anybody is asked. `portal`, `player`, `user`, `api` and `files`
 * are the main family's origins; `other` is a customer domain, the test site or nobody's. */
export interface Address {
  kind: AreaName | 'api' | 'files' | 'other';
  /** Host as the address bar shows it, lower-case, port included. */
  host: string;
  /** Without port and trailing dot, the test site's for local hosts: what goes into
   * `full_domain_name`. */
  domain: string;
  /** `http://` or `https://` */
  scheme: string;
  /** `:8080`, or empty. */
  port: string;
}

const shape =
  /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** Undefined when the header is no host at all. Other headers that claim a host are never read. */
export function addressOf(
  header: string | undefined,
  mainDomain: string,
  secure: boolean,
): Address | undefined {
  const host = (header ?? '').toLowerCase().replace(/\.(?=:|$)/, '');
  const found = shape.exec(host);
  if (!found || host.length > 253) return undefined;
  const [, domain = '', port = ''] = found;
  return {
    kind: kindOf(domain, mainDomain),
    host,
    domain: domainOf(domain),
    scheme: secure ? 'https://' : 'http://',
    port,
  };
}

/** What stands before the main domain; the portal stands at the domain itself. */
const names = [...areas.filter((name) => name !== 'portal'), 'api', 'files'] as const;

function kindOf(domain: string, mainDomain: string): Address['kind'] {
  if (domain === mainDomain) return 'portal';
  if (!domain.endsWith(`.${mainDomain}`)) return 'other';
  const sub = domain.slice(0, -mainDomain.length - 1);
  return names.find((name) => name === sub) ?? 'other';
}

/** Origins of the main family as seen from this address: same scheme, same port. */
export function family(at: Address, mainDomain: string): Record<AreaName, string> {
  const on = (sub: string) => `${at.scheme}${sub}${mainDomain}${at.port}`;
  const origins = areas.map((name) => [name, on(name === 'portal' ? '' : `${name}.`)]);
  return Object.fromEntries(origins) as Record<AreaName, string>;
}

/** Where a page of the main family lives when it is not here. */
export function elsewhere(at: Address, path: string, mainDomain: string): string | undefined {
  if (at.kind === 'other') return undefined;
  const area = areaOf(path);
  return at.kind === area ? undefined : family(at, mainDomain)[area];
}
