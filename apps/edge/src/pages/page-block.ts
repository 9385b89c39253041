import { CONTRACT_VERSION, type PageBlock, type SiteLogo } from '@cme/contract';
import { nonceMark } from './document.ts';
import { family, type Address } from '../http/hosts.ts';
import type { Application } from '../releases/manifest.ts';
import type { Chosen } from '../rollout/rollout.ts';
import type { EdgeSettings } from '../settings.ts';

/** Address of a file of a release: the build's id stands in the path, so it may be kept for ever. */
export function fileAddress(application: Application, id: string, file: string): string {
  return application === 'commons'
    ? `/commons/${id}/${file}`
    : `/static/${application}/${id}/${file}`;
}

const containers = [
  { application: 'commons', name: 'commons', alias: 'commons' },
  { application: 'player', name: 'player', alias: 'player' },
  { application: 'user-centre', name: 'user_centre', alias: 'user' },
] as const;

/** The per-host settings that a page reads. The nonce's place is filled when the page is sent,
 * also inside what was rendered. */
export function pageBlock(
  at: Address,
  site: SiteLogo,
  settings: EdgeSettings,
  releases: Pick<Chosen, 'live'>,
): PageBlock {
  const mounted = at.kind === 'other';
  const areas = mounted ? { portal: '', player: '', user: '' } : family(at, settings.mainDomain);
  const hosts = mounted
    ? [at.host]
    : Object.values(areas).map((origin) => origin.slice(at.scheme.length));
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
    areas,
    family: hosts,
    cookie_domain: mounted ? '' : settings.mainDomain,
    remotes: containers
      .filter(({ application }) => mounted || application === 'commons')
      .flatMap((one) => remote(one, releases, settings)),
    nonce: nonceMark,
    releases: Object.fromEntries(
      ['portal', 'player', 'user-centre', 'commons'].map((name) => [
        name,
        releases.live(name as Application)?.id ?? '',
      ]),
    ),
  };
}

/** While something runs from source every page takes the commons of its own build: their source
 * is being worked on. */
function remote(
  { application, name, alias }: (typeof containers)[number],
  releases: Pick<Chosen, 'live'>,
  settings: EdgeSettings,
) {
  if (settings.source[application])
    return [{ name, alias, entry: `/source/${application}/area/remoteEntry.js` }];
  if (application === 'commons' && Object.keys(settings.source).length > 0) return [];
  const live = releases.live(application);
  return live?.manifest.area
    ? [{ name, alias, entry: fileAddress(application, live.id, live.manifest.area.entry) }]
    : [];
}
