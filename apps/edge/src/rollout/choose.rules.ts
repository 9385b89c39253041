import { areas } from '@cme/contract/site';
import {
  applications,
  type RolloutArea,
  type RolloutState,
  type RolloutTrack,
} from '@cme/contract/site/rollout';

/** Number of buckets that browsers are spread over: shares are given in hundredths of a percent. */
export const bucketCount = 10_000;

/** What is known about a browser. */
export interface Browser {
  /** Host of the site, without `player.` or `user.` of the main family. */
  domain: string;
  bucket: number;
  /** Releases requested by a tester, by application. */
  requested: ReadonlyMap<string, string>;
}

export const trackFor = (area: RolloutArea, domain: string): RolloutTrack =>
  area.sites[domain] ?? area;

/**
 * A growing share only adds buckets, so that no browser moves back. Testers can choose between
 * stable and candidate, never any other stored release.
 */
export function releaseFor(area: RolloutArea, name: string, browser: Browser): string | null {
  const track = trackFor(area, browser.domain);
  const requested = browser.requested.get(name);
  if (requested && (requested === track.candidate || requested === track.stable)) return requested;
  const isInShare = !track.paused && browser.bucket < (track.percent / 100) * bucketCount;
  return track.candidate && isInShare ? track.candidate : track.stable;
}

/** Whether browsers on this domain currently get different releases by bucket. */
export const isSplit = ({ areas }: RolloutState, domain: string): boolean =>
  Object.values(areas)
    .map((area) => trackFor(area, domain))
    .some(({ candidate, paused, percent }) => candidate && !paused && percent > 0 && percent < 100);

const tracksOf = (area: RolloutArea): RolloutTrack[] => [area, ...Object.values(area.sites)];

/** Whether an area comes from outside the product. */
const isMounted = (name: string): boolean => !applications.some((own) => own === name);

/** The areas that an installation with this state has. */
export const areasIn = (names: readonly string[]): string[] => [
  ...areas,
  ...names.filter(isMounted).sort(),
];

/** Every release that the state can send to a browser. */
export const releasesIn = ({ areas }: RolloutState): [string, string][] =>
  Object.entries(areas).flatMap(([name, area]) => {
    const ids = tracksOf(area).flatMap(({ stable, candidate }) => [stable, candidate]);
    return [...new Set(ids)].filter((id) => id !== null).map((id): [string, string] => [name, id]);
  });

/** Candidates at the end of their duration, which the API promotes once they are verified. */
export const dueCandidates = ({ areas }: RolloutState, now: Date): [string, string][] =>
  Object.entries(areas).flatMap(([name, area]) => {
    const dueTracks = tracksOf(area).filter(
      ({ promote_at }) => promote_at && Date.parse(promote_at) <= now.getTime(),
    );
    const ids = dueTracks.flatMap(({ candidate }) => candidate ?? []);
    return [...new Set(ids)].map((id): [string, string] => [name, id]);
  });

/**
 * The state restricted to releases that could be loaded: a refused candidate is dropped, a refused
 * stable release is replaced by the previous one, and an area of the product that is missing from the
 * state keeps its release.
 */
export function usableState(
  next: RolloutState,
  before: RolloutState,
  isLoaded: (name: string, id: string) => boolean,
): RolloutState {
  const areas = Object.entries(next.areas).map(([name, area]): [string, RolloutArea] => {
    const ifLoaded = (id: string | null) => (id !== null && isLoaded(name, id) ? id : null);
    const restrict = (track: RolloutTrack, last: RolloutTrack | undefined): RolloutTrack => ({
      ...track,
      stable: ifLoaded(track.stable) ?? ifLoaded(last?.stable ?? null),
      candidate: ifLoaded(track.candidate),
    });
    const old = before.areas[name];
    const sites = Object.entries(area.sites).map(([site, track]): [string, RolloutTrack] => [
      site,
      restrict(track, old?.sites[site] ?? old),
    ]);
    return [name, { ...area, ...restrict(area, old), sites: Object.fromEntries(sites) }];
  });
  const own = Object.entries(before.areas).filter(([name]) => !isMounted(name));
  return { revision: next.revision, areas: Object.fromEntries([...own, ...areas]) };
}
