import type { Application, RolloutState } from '@cme/contract/site/rollout';
import type { ReleaseManifest, SharedModule } from '@cme/release';

type Named = [Application, string];

/** The releases that pages of a domain may use; of the main site and all others without tracks of
 * their own if the domain is empty. */
const releasesOn = ({ areas }: RolloutState, domain: string): Named[] =>
  Object.entries(areas).flatMap(([name, area]) => {
    const { stable, candidate } = area.sites[domain] ?? area;
    return [stable, candidate].flatMap((id): Named[] => (id ? [[name as Application, id]] : []));
  });

const domainsOf = ({ areas }: RolloutState): string[] => [
  '',
  ...new Set(Object.values(areas).flatMap(({ sites }) => Object.keys(sites))),
];

const unique = <Value>(values: Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** Releases that share a page with this application's release. A customer domain may have its own
 * release of the portal, older or newer, which mounts the areas. */
export function findPagePartners(
  state: RolloutState,
  application: Application,
  site: string | undefined,
): Named[] {
  // A domain that holds back or tries another release does not get the new one; one that only went
  // first follows when the release becomes stable.
  const holds = (domain: string) => {
    const own = state.areas[application]?.sites[domain];
    return own !== undefined && (own.lock !== null || own.candidate !== null);
  };
  const domains = site ? [site] : domainsOf(state).filter((domain) => !holds(domain));
  const met = domains.flatMap((domain) => releasesOn(state, domain));
  return unique(met.filter(([name]) => name !== application));
}

const pairsIn = (state: RolloutState): [Named, Named][] =>
  domainsOf(state).flatMap((domain) => {
    const there = releasesOn(state, domain);
    return there.flatMap((one, at) =>
      there
        .slice(at + 1)
        .filter(([name]) => name !== one[0])
        .map((other): [Named, Named] => [one, other]),
    );
  });

/** Pairs of releases that share a page of some domain after a change but not before. */
export function newlyMet(before: RolloutState, after: RolloutState): [Named, Named][] {
  const known = new Set(pairsIn(before).map((pair) => JSON.stringify(pair)));
  return unique(pairsIn(after)).filter((pair) => !known.has(JSON.stringify(pair)));
}

type Sharing = Pick<ReleaseManifest, 'application' | 'id' | 'shared'>;

const numbersOf = (version: string) => version.split('.').map(Number);

/** Why two releases cannot share a page, on which the portal's singletons are used. */
export function findSharedFaults(own: Sharing, other: Sharing): string[] {
  const faults: string[] = [];
  for (const [module, mine] of Object.entries(own.shared)) {
    const beside = other.shared[module];
    if (!mine.singleton || !beside?.singleton || module.startsWith('@cme/commons/')) continue;
    if (numbersOf(mine.version)[0] !== numbersOf(beside.version)[0])
      faults.push(
        `${module}：${nameOf(own)} 是 ${mine.version}，${nameOf(other)} 是 ${beside.version}，一个页面只能有一份`,
      );
    else if (own.application === 'portal' || other.application === 'portal') {
      const [portal, area] = own.application === 'portal' ? [own, other] : [other, own];
      const lacks = lacking(portal.shared[module], area.shared[module]);
      if (lacks)
        faults.push(`${module}：${nameOf(portal)} ${lacks}，${nameOf(area)} 不能在其中启动`);
    }
  }
  return faults;
}

const nameOf = ({ application, id }: Sharing) => `${application} ${id}`;

/** Exports that the area needs and the page's copy lacks. Falls back to minor versions if a release
 * lists no exports. */
function lacking(page: SharedModule | undefined, area: SharedModule | undefined): string {
  if (!page || !area) return '';
  if (page.exports && area.exports) {
    const names = area.exports.filter((name) => !page.exports?.includes(name));
    return names.length > 0 ? `缺少 ${names.join('、')}` : '';
  }
  const [offered = 0, asked = 0] = [page, area].map(({ version }) => numbersOf(version)[1]);
  return offered < asked ? `是 ${page.version}，低于构建所用的 ${area.version}` : '';
}

/** Whether an area built with one version of commons works with the other. If not, its pages use
 * their own copy. */
export function suits(needed: string, given: string): boolean {
  const [[major, minor = 0], [offered, offeredMinor = 0]] = [numbersOf(needed), numbersOf(given)];
  return major === offered && minor <= offeredMinor;
}
