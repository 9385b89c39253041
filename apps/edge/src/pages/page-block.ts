import { CONTRACT_VERSION } from '@cme/contract/base';
import { type PageBlock, type SiteLogo, toApplication } from '@cme/contract/site';
import { noncePlaceholder } from './document.ts';
import { familyOrigins, type Address } from '../http/hosts.ts';
import { type Application, integrityOf } from '@cme/release';
import type { Chosen } from '../rollout/rollout.ts';
import type { EdgeSettings } from '../settings/settings.ts';

/** Address of a release's file. The build id is in the path, so responses are immutable. */
export function fileAddress(application: Application, id: string, file: string): string {
  return application === 'commons'
    ? `/commons/${id}/${file}`
    : `/static/${application}/${id}/${file}`;
}

/** Applications that a page on this origin may run. */
export const applicationsAt = ({ kind, areas }: Pick<Address, 'kind' | 'areas'>): Application[] =>
  areas.includes(kind)
    ? [toApplication(kind), 'commons']
    : [...areas.map(toApplication), 'commons'];

interface Container {
  application: Application;
  /** Of the remote, in scripts. */
  name: string;
  alias: string;
}

/** Containers that a page may mount. */
const listContainers = (areas: readonly string[]): Container[] =>
  ['commons', ...areas.filter((area) => area !== 'portal')].map((alias) => {
    const application = toApplication(alias);
    return { application, alias, name: application.replace('-', '_') };
  });

/**
 * The per-host settings of a page. The nonce placeholder, also inside rendered markup, is filled in
 * on sending.
 */
export function pageBlock(
  address: Address,
  site: SiteLogo,
  settings: EdgeSettings,
  releases: Pick<Chosen, 'live'>,
): PageBlock {
  const mounted = address.kind === 'other';
  const { areas } = address;
  const origins: Record<string, string> = mounted
    ? Object.fromEntries(areas.map((name) => [name, '']))
    : Object.fromEntries(familyOrigins(address, settings.mainDomain));
  const hosts = mounted
    ? [address.host]
    : Object.values(origins).map((origin) => origin.slice(address.scheme.length));
  return {
    contract: CONTRACT_VERSION,
    host: address.host,
    full_domain_name: address.domain,
    site,
    addresses: {
      api: settings.apiBase,
      console: settings.consoleBase,
      content: settings.contentBase,
    },
    areas: origins,
    family: hosts,
    cookie_domain: mounted ? '' : settings.mainDomain,
    remotes: listContainers(areas)
      .filter(({ application }) => mounted || application === 'commons')
      .flatMap((container) => remotesOf(container, releases, settings)),
    nonce: noncePlaceholder,
    releases: Object.fromEntries(
      [...areas.map(toApplication), 'commons'].map((name) => [name, releases.live(name)?.id ?? '']),
    ),
  };
}

/**
 * While an area runs from source, pages use the commons of their own build, because commons is
 * being edited too, unless sources run alongside releases.
 */
function remotesOf(
  { application, name, alias }: Container,
  releases: Pick<Chosen, 'live'>,
  settings: EdgeSettings,
) {
  if (settings.source[application])
    return [{ name, alias, entry: `/source/${application}/area/remoteEntry.js` }];
  const isAllSource = Object.keys(settings.source).length > 0 && !settings.isBesideReleases;
  if (application === 'commons' && isAllSource) return [];
  const live = releases.live(application);
  if (!live?.manifest.area) return [];
  const { entry } = live.manifest.area;
  const integrity = integrityOf(live.manifest, entry);
  return [{ name, alias, entry: fileAddress(application, live.id, entry), integrity }];
}
