import { type Application, applications, type RolloutReport } from '@cme/contract/site/rollout';
import { CommandRefusedError, type RolloutClient } from './client.ts';

export interface Finding {
  what: string;
  ok: boolean;
  words: string;
}

/** Loads a release as an edge does, or throws. */
export type Verify = (area: Application, release: string) => Promise<unknown>;

/** Checks everything that a switch depends on and reports the results. */
export async function examineRollout(client: RolloutClient, verify: Verify): Promise<Finding[]> {
  const report = await client.report({ most: 1 }).catch((error: unknown) => error);
  if (report instanceof CommandRefusedError || report instanceof Error)
    return [{ what: 'API', ok: false, words: report.message }];
  const rolloutReport = report as RolloutReport;
  const api = {
    what: 'API',
    ok: true,
    words: `${client.origins.join('、')}，第 ${rolloutReport.state.revision} 次变更`,
  };
  return [
    api,
    ...examineEdges(rolloutReport),
    ...(await examineReleases(rolloutReport, verify)),
    ...examineStages(rolloutReport),
  ];
}

function examineEdges({ state, edges }: RolloutReport): Finding[] {
  if (edges.length === 0)
    return [{ what: '边缘', ok: false, words: '没有边缘在跟随：没有启动，或密钥与 API 不同' }];
  return edges.map(({ edge, revision, refused }) => {
    const isBehind = revision !== state.revision;
    const words = isBehind ? `停在第 ${revision} 次变更` : '已跟上';
    return {
      what: `边缘 ${edge}`,
      ok: !isBehind && refused.length === 0,
      words: [
        words,
        ...refused.map((item) => `拒绝 ${item.area} ${item.release}：${item.reason}`),
      ].join('；'),
    };
  });
}

async function examineReleases({ state }: RolloutReport, verify: Verify): Promise<Finding[]> {
  const missing = applications
    .filter((area) => !state.areas[area]?.stable)
    .map((area) => ({ what: `区域 ${area}`, ok: false, words: '尚未发布任何版本' }));
  const named = Object.entries(state.areas).flatMap(([area, { sites, ...track }]) => {
    const ids = [track, ...Object.values(sites)].flatMap((item) => [
      item.stable,
      item.candidate,
      item.previous[0] ?? null,
    ]);
    return [...new Set(ids)].filter((id) => id !== null).map((id) => [area, id] as const);
  });
  const verified = await Promise.all(
    named.map(async ([area, id]) => {
      const what = `版本 ${area} ${id}`;
      return verify(area as Application, id).then(
        () => ({ what, ok: true, words: '签名与全部散列正确' }),
        (fault: unknown) => ({
          what,
          ok: false,
          words: fault instanceof Error ? fault.message : String(fault),
        }),
      );
    }),
  );
  return [...missing, ...verified];
}

/** Locks and failing candidates, global and of each domain with its own track. */
function examineStages({ state, health }: RolloutReport): Finding[] {
  const tracks = Object.entries(state.areas).flatMap(([area, { sites, ...track }]) => [
    { what: `区域 ${area}`, track, seen: health[area] },
    ...Object.entries(sites).map(([site, siteTrack]) => ({
      what: `区域 ${area}（${site}）`,
      track: siteTrack,
      seen: health[`${area} ${site}`],
    })),
  ]);
  return tracks.flatMap(({ what, track, seen }) => [
    ...(track.lock
      ? [{ what, ok: true, words: `已锁定：${track.lock.by}，${track.lock.reason}` }]
      : []),
    ...(seen?.verdict === 'bad' || seen?.verdict === 'slow'
      ? [{ what, ok: false, words: seen.words }]
      : []),
  ]);
}
