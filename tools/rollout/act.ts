import { randomUUID } from 'node:crypto';
import type { Application, RolloutAction, RolloutState } from '@cme/contract/site/rollout';
import { storeToken, withCredentials } from '@cme/api/staff/credentials';
import type { RolloutClient } from './client.ts';
import { formatTime } from './display/times.ts';

export interface Order {
  action: RolloutAction;
  area: Application;
  site?: string | undefined;
  release?: string | undefined;
  percent?: number | undefined;
  minutes?: number | undefined;
  reason: string;
  force?: boolean | undefined;
}

export interface Outcome {
  acted: boolean;
  revision: number;
  lines: string[];
  /** Number of edges that follow, of all, and the time until the last one. */
  edges: { all: number; followed: number; milliseconds: number };
}

/** How long to wait for an edge before reporting that it does not follow. */
const followPatience = 5000;

export const trackOf = (state: RolloutState, { area, site }: Pick<Order, 'area' | 'site'>) =>
  site ? (state.areas[area]?.sites[site] ?? state.areas[area]) : state.areas[area];

/** The changes, one line each. */
function describeChanges(before: RolloutState, after: RolloutState, order: Order): string[] {
  const from = trackOf(before, order);
  const to = trackOf(after, order);
  const share = (track: typeof from) =>
    track?.candidate
      ? `${track.candidate} ${track.percent}%${track.paused ? '（暂停）' : ''}`
      : '无';
  const end = (track: typeof from) => (track?.promote_at ? formatTime(track.promote_at) : '无');
  // A domain without its own track follows the global one, but has no lock of its own.
  const isOwn = (state: RolloutState) =>
    !order.site || Boolean(state.areas[order.area]?.sites[order.site]);
  const lock = (state: RolloutState) => {
    const held = isOwn(state) ? trackOf(state, order)?.lock : null;
    return held ? `${held.by}：${held.reason}` : '无';
  };
  const isMounted = (state: RolloutState) => (state.areas[order.area] ? '已挂载' : '未挂载');
  const rows: [string, string, string][] = [
    ['区域', isMounted(before), isMounted(after)],
    ['正在使用', from?.stable ?? '无', to?.stable ?? '无'],
    ['候选', share(from), share(to)],
    ['自动全量', end(from), end(to)],
    ['锁定', lock(before), lock(after)],
  ];
  const where = order.site ? `${order.area}（${order.site}）` : order.area;
  const moved = rows.filter(([, one, other]) => one !== other);
  const [gone, apart] = [before, after].map((state) =>
    Object.keys(state.areas[order.area]?.sites ?? {}),
  );
  const followed = order.site ? [] : (gone ?? []).filter((site) => !(apart ?? []).includes(site));
  return [
    where,
    ...moved.map(([what, one, other]) => `  ${what}：${one} → ${other}`),
    ...followed.map((site) => `  ${site} 重新跟随整个区域`),
    ...(order.site ? [] : (apart ?? []).map((site) => `  ${site} 有单独的版本，不受影响`)),
  ];
}

/** Checks the state after a command; returns lines to show, or throws. */
export type CheckSwitch = (
  order: Order,
  before: RolloutState,
  after: RolloutState,
) => Promise<string[]>;

/** Shows the effect; with `yes` executes it, and waits until every edge follows. */
export async function executeOrder(
  client: RolloutClient,
  order: Order,
  check: CheckSwitch,
  { yes, env }: { yes: boolean; env: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const { state: before } = await client.report({ most: 1 });
  const command = { ...order, request_id: randomUUID(), revision: before.revision };
  const { state: planned } = await client.preview(command);
  const notes = await check(order, before, planned);
  if (!yes) {
    const edges = { all: 0, followed: 0, milliseconds: 0 };
    const lines = [...describeChanges(before, planned, order), ...notes];
    return { acted: false, revision: before.revision, lines, edges };
  }
  // Refused if the state has changed since the check.
  const { state } = await withCredentials(env, (staff) =>
    client.command(command, staff, (token) => storeToken(env, staff.mobile, token)),
  );
  const edges = await followed(client, state.revision);
  const lines = [...describeChanges(before, state, order), ...notes];
  return { acted: true, revision: state.revision, lines, edges };
}

/** Waits for every edge. The duration is measured by the API's clock, from the change to the last
 * report of an edge, independent of the operator's machine. */
async function followed(
  client: Pick<RolloutClient, 'report'>,
  revision: number,
): Promise<Outcome['edges']> {
  const begun = performance.now();
  for (;;) {
    const { edges, events } = await client.report({ most: 5 });
    const there = edges.filter((edge) => edge.revision >= revision);
    const isOver = performance.now() - begun > followPatience;
    if (there.length === edges.length || isOver) {
      const changed = Date.parse(events.find((one) => one.revision === revision)?.at ?? '');
      const last = Math.max(changed, ...there.map(({ seen_at }) => Date.parse(seen_at)));
      const milliseconds = there.length < edges.length ? followPatience : last - changed || 0;
      return { all: edges.length, followed: there.length, milliseconds };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function formatOutcome({ acted, lines, edges, revision }: Outcome): string {
  if (!acted) return [...lines, '以上为预演，没有改变任何东西；加 --yes 执行'].join('\n');
  const seconds = (edges.milliseconds / 1000).toFixed(2);
  const all =
    edges.all === 0
      ? '没有正在运行的边缘，启动后即按此提供'
      : edges.followed === edges.all
        ? `${edges.all} 台边缘均已切换，用时 ${seconds} 秒`
        : `${edges.all} 台边缘中 ${edges.followed} 台已切换，其余 ${seconds} 秒内没有跟上（用 doctor 查看）`;
  return [...lines, `✓ 第 ${revision} 次变更，${all}`].join('\n');
}
