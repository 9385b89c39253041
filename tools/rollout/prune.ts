import { type Application, applications } from '@cme/contract/site/rollout';
import {
  type LastLive,
  prune,
  type Pruned,
  retentionDays,
  type StorageSettings,
} from '@cme/release';
import type { RolloutClient } from './client.ts';

/** Page size of the API's event log. */
const historyLimit = 500;

/** The last time each release was active, by the state and the audit log. Rollback targets are kept
 * as well. */
async function readLastLive(
  client: Pick<RolloutClient, 'report'>,
  areas: readonly Application[],
): Promise<LastLive> {
  const liveReleases = new Set<string>();
  const leftAt = new Map<string, Date>();
  for (const area of areas) {
    const { state, events } = await client.report({ area, most: historyLimit });
    const track = state.areas[area];
    const tracks = track ? [track, ...Object.values(track.sites)] : [];
    for (const { stable, candidate, previous } of tracks)
      for (const id of [stable, candidate, previous[0]]) liveReleases.add(`${area}/${id}`);
    // Entries beyond the log are unknown: such a release counts as left at the time of the oldest
    // entry.
    const oldestEventAt = events.length === historyLimit ? events.at(-1)?.at : undefined;
    for (const id of tracks.flatMap(({ previous }) => previous))
      if (oldestEventAt) leftAt.set(`${area}/${id}`, new Date(oldestEventAt));
    for (const { from, at } of events.toReversed()) leftAt.set(`${area}/${from}`, new Date(at));
  }
  return (area: Application, id) =>
    liveReleases.has(`${area}/${id}`) ? 'live' : leftAt.get(`${area}/${id}`);
}

/** Removes releases that no open page can request any more; without `yes` only lists them. */
export async function pruneReleases(
  client: Pick<RolloutClient, 'report'>,
  storage: StorageSettings,
  isConfirmed: boolean,
): Promise<{ text: string; data: { ok: true; acted: boolean; releases: Pruned[] } }> {
  const { state } = await client.report({ most: 1 });
  const areas = [...new Set([...applications, ...Object.keys(state.areas)])];
  const lastLive = await readLastLive(client, areas);
  const releases = await prune(storage, areas, lastLive, { isDry: !isConfirmed });
  const data = { ok: true as const, acted: isConfirmed, releases };
  if (releases.length === 0)
    return { text: `没有可清理的版本：其余都在使用，或停用不满 ${retentionDays} 天`, data };
  const lines = releases.map(
    ({ application, id, lastLive }) =>
      `${application} ${id}  ${lastLive ? `停用于 ${lastLive.slice(0, 10)}` : '从未使用'}`,
  );
  const ending = isConfirmed
    ? `✓ 已清理 ${releases.length} 个版本`
    : '以上为预演，没有删除任何东西；加 --yes 执行';
  return { text: [...lines, ending].join('\n'), data };
}
