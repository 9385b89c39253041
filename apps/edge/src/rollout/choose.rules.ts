import type { RolloutArea, RolloutState, RolloutTrack } from '@cme/contract/site/rollout';

/** Number of buckets that browsers are spread over: shares are given in hundredths of a percent. */
export const buckets = 10_000;

/** What is known about a browser. */
export interface Asker {
  /** Host of the site, without `player.` or `user.` of the main family. */
  domain: string;
  bucket: number;
  /** Releases requested by a tester, by application. */
  wanted: ReadonlyMap<string, string>;
}

export const trackFor = (area: RolloutArea, domain: string): RolloutTrack =>
  area.sites[domain] ?? area;

/**
 * A growing share only adds buckets, so that no browser moves back. Testers can choose between
 * stable and candidate, never any other stored release.
 */
export function releaseFor(area: RolloutArea, name: string, asker: Asker): string | null {
  const track = trackFor(area, asker.domain);
  const wanted = asker.wanted.get(name);
  if (wanted && (wanted === track.candidate || wanted === track.stable)) return wanted;
  const isIn = !track.paused && asker.bucket < (track.percent / 100) * buckets;
  return track.candidate && isIn ? track.candidate : track.stable;
}

/** Whether browsers on this domain currently get different releases by bucket. */
export const isSplit = ({ areas }: RolloutState, domain: string): boolean =>
  Object.values(areas)
    .map((area) => trackFor(area, domain))
    .some(({ candidate, paused, percent }) => candidate && !paused && percent > 0 && percent < 100);

const tracksOf = (area: RolloutArea): RolloutTrack[] => [area, ...Object.values(area.sites)];

/** Every release that the state can send to a browser. */
export const named = ({ areas }: RolloutState): [string, string][] =>
  Object.entries(areas).flatMap(([name, area]) => {
    const ids = tracksOf(area).flatMap(({ stable, candidate }) => [stable, candidate]);
    return [...new Set(ids)].filter((id) => id !== null).map((id): [string, string] => [name, id]);
  });

/**
 * The state restricted to releases that could be loaded: a refused candidate is dropped, a refused
 * stable release is replaced by the previous one, and an area missing from the state keeps its
 * release.
 */
export function usable(
  next: RolloutState,
  before: RolloutState,
  isLoaded: (name: string, id: string) => boolean,
): RolloutState {
  const areas = Object.entries(next.areas).map(([name, area]): [string, RolloutArea] => {
    const good = (id: string | null) => (id !== null && isLoaded(name, id) ? id : null);
    const fit = (track: RolloutTrack, last: RolloutTrack | undefined): RolloutTrack => ({
      ...track,
      stable: good(track.stable) ?? good(last?.stable ?? null),
      candidate: good(track.candidate),
    });
    const old = before.areas[name];
    const sites = Object.entries(area.sites).map(([site, track]): [string, RolloutTrack] => [
      site,
      fit(track, old?.sites[site] ?? old),
    ]);
    return [name, { ...area, ...fit(area, old), sites: Object.fromEntries(sites) }];
  });
  return { revision: next.revision, areas: { ...before.areas, ...Object.fromEntries(areas) } };
}
