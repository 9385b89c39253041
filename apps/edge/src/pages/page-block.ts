import {
  type AreaName,
  areas,
  CONTRACT_VERSION,
  type PageBlock,
  type SiteLogo,
} from '@cme/contract';
import { nonceMark } from './document.ts';
import { family, type Address } from '../http/hosts.ts';
import { type Application, applications, integrityOf } from '../releases/manifest.ts';
import type { Chosen } from '../rollout/rollout.ts';
import type { EdgeSettings } from '../settings.ts';

/** Address of a file of a release: the build's id stands in the path, so it may be kept for ever. */
export function fileAddress(application: Application, id: string, file: string): string {
  return application === 'commons'
    ? `/commons/${id}/${file}`
    : `/static/${application}/${id}/${file}`;
}

/** Which application's build an area is. */
export const applicationOf: Record<AreaName, Application> = {
  portal: 'portal',
  player: 'player',
  user: 'user-centre',
};

/** What a page mounts, by the name of its build and by the one it is asked for. */
const containers = [
  { application: 'commons' as const, alias: 'commons' },
  ...areas
    .filter((area) => area !== 'portal')
    .map((area) => ({ application: applicationOf[area], alias: area })),
].map((one) => ({ ...one, name: one.application.replace('-', '_') }));

/** The per-host settings that a page reads. The nonce's place is filled when the page is sent,
 * also inside what was rendered. */
export function pageBlock(
  at: Address,
  site: SiteLogo,
  settings: EdgeSettings,
  releases: Pick<Chosen, 'live'>,
): PageBlock {
  const mounted = at.kind === 'other';
  const origins = mounted
    ? (Object.fromEntries(areas.map((name) => [name, ''])) as Record<AreaName, string>)
    : family(at, settings.mainDomain);
  const hosts = mounted
    ? [at.host]
    : Object.values(origins).map((origin) => origin.slice(at.scheme.length));
  return {
    contract: CONTRACT_VERSION,
    host: at.host,
    full_domain_name: at.domain,
    site,
    addresses: {
      api: settings.apiBase,
      console: settings.consoleBase,
      content: settings.contentBase,
    },
    areas: origins,
    family: hosts,
    cookie_domain: mounted ? '' : settings.mainDomain,
    remotes: containers
      .filter(({ application }) => mounted || application === 'commons')
      .flatMap((one) => remote(one, releases, settings)),
    nonce: nonceMark,
    releases: Object.fromEntries(applications.map((name) => [name, releases.live(name)?.id ?? ''])),
  };
}

/** While something runs from source every page takes the commons of its own build: their source is
 * being worked on, unless it stands among released areas. */
function remote(
  { application, name, alias }: (typeof containers)[number],
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
