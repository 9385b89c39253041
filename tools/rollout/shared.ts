import type { Application, RolloutState } from '@cme/contract/site/rollout';
import type { ReleaseManifest, SharedModule } from '../../apps/edge/src/releases/manifest.ts';

/** Releases that share a page with this application's release. A customer domain may have its own
 * release of the portal, older or newer, which mounts the areas. */
export function onSamePages(
  { areas }: RolloutState,
  application: Application,
  site: string | undefined,
): [Application, string][] {
  const apart = Object.values(areas).flatMap(({ sites }) => Object.keys(sites));
  // A domain with its own track of this application does not get the new release.
  const own = areas[application]?.sites ?? {};
  const domains = site ? [site] : ['', ...apart.filter((domain) => !Object.hasOwn(own, domain))];
  const met = domains.flatMap((domain) =>
    Object.entries(areas)
      .filter(([name]) => name !== application)
      .flatMap(([name, area]) => {
        const { stable, candidate } = area.sites[domain] ?? area;
        return [stable, candidate].flatMap((id) => (id ? [`${name} ${id}`] : []));
      }),
  );
  return [...new Set(met)].map((pair) => pair.split(' ') as [Application, string]);
}

type Sharing = Pick<ReleaseManifest, 'application' | 'id' | 'shared'>;

const numbersOf = (version: string) => version.split('.').map(Number);

/** Why two releases cannot share a page, on which the portal's singletons are used. */
export function sharedFaults(own: Sharing, other: Sharing): string[] {
  const faults: string[] = [];
  for (const [module, mine] of Object.entries(own.shared)) {
    const beside = other.shared[module];
    if (!mine.singleton || !beside?.singleton || module.startsWith('@cme/commons/')) continue;
    if (numbersOf(mine.version)[0] !== numbersOf(beside.version)[0])
      faults.push(
        `${module} ${mine.version}，而 ${other.application} 是 ${beside.version}：一个页面只能有一份`,
      );
    else if (own.application === 'portal' || other.application === 'portal') {
      const [page, area] = own.application === 'portal' ? [mine, beside] : [beside, mine];
      const { id } = own.application === 'portal' ? own : other;
      const lacks = lacking(page, area);
      if (lacks) faults.push(`${module}：portal ${id} 提供的${lacks}，请先启用较新的 portal`);
    }
  }
  return faults;
}

/** Exports that the area needs and the page's copy lacks. Falls back to minor versions if a release
 * lists no exports. */
function lacking(page: SharedModule, area: SharedModule): string {
  if (page.exports && area.exports) {
    const names = area.exports.filter((name) => !page.exports?.includes(name));
    return names.length > 0 ? `缺少 ${names.join('、')}` : '';
  }
  const [offered = 0, asked = 0] = [page, area].map(({ version }) => numbersOf(version)[1]);
  return offered < asked ? `是 ${page.version}，低于构建所用的 ${area.version}` : '';
}
