import type { HealthSums, RolloutHealth, RolloutState } from '@cme/contract/site/rollout';
import type { Db } from '../../platform/database/database.ts';
import { judgeCandidate } from './health.rules.ts';
import { readNetworks } from './reports.store.ts';
import { findTrack } from './rollout.rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Networks of the stable release that a comparison needs. */
const fewestUsual = 20;

/**
 * Health of a track's candidate and its stable release, since the start of the candidate, at most
 * for two days. For a domain only the pages of that domain count.
 */
export async function readHealth(
  db: Db,
  state: RolloutState,
  area: string,
  site: string | undefined,
  now: Date,
): Promise<RolloutHealth> {
  const track = findTrack(state, area, site);
  if (!track?.stable) return judgeCandidate([], null);
  const { stable, candidate } = track;
  const start = track.started_at ? Date.parse(track.started_at) : now.getTime() - hour;
  const since = new Date(Math.max(start, now.getTime() - 2 * day));
  const releases = [stable, ...(candidate ? [candidate] : [])];
  const found = await readNetworks(db, { area, site }, releases, since);
  if (!candidate) return judgeCandidate(found[stable] ?? [], null);
  const earlier = new Date(since.getTime() - day);
  const usual = (await readNetworks(db, { area, site }, [stable], earlier))[stable] ?? [];
  const baseline = await readBaseline(db, area, stable, earlier, [found[stable] ?? [], usual]);
  return judgeCandidate(baseline, found[candidate] ?? [], usual.length);
}

/**
 * The stable release beside the candidate; while the candidate serves everybody, the day before; on
 * a domain with few visitors, all domains.
 */
async function readBaseline(
  db: Db,
  area: string,
  stable: string,
  earlier: Date,
  own: HealthSums[][],
): Promise<HealthSums[]> {
  const enough = own.find((networks) => networks.length >= fewestUsual);
  if (enough) return enough;
  const everywhere = await readNetworks(db, { area, site: undefined }, [stable], earlier);
  return everywhere[stable] ?? [];
}
