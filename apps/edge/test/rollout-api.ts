import type {
  RolloutArea,
  RolloutCounts,
  RolloutFollow,
  RolloutState,
} from '@cme/contract/site/rollout';
import type { ServerResponse } from 'node:http';

/** The API's side of a rollout, reduced to what an edge uses. */
export function openRolloutSide() {
  let state: RolloutState = { revision: 0, areas: {} };
  let isAway = false;
  const waiting = new Map<ServerResponse, number>();
  const follows: RolloutFollow[] = [];
  const counts: RolloutCounts[] = [];
  const tokens: (string | undefined)[] = [];
  const failed: string[] = [];
  const send = (reply: ServerResponse) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(state));
  };
  return {
    /** Everything that edges reported in their polls. */
    follows,
    counts,
    tokens,
    /** Paths of calls that came while it was away. */
    failed,
    state: () => state,
    set(areas: RolloutState['areas']): void {
      state = { revision: state.revision + 1, areas: { ...state.areas, ...areas } };
      for (const reply of waiting.keys()) send(reply);
      waiting.clear();
    },
    /** Polls fail, as with a broken API. */
    setAway(away: boolean): void {
      isAway = away;
      for (const reply of waiting.keys()) reply.destroy();
      waiting.clear();
    },
    answer(path: string, token: string | undefined, body: string, reply: ServerResponse): void {
      tokens.push(token);
      if (isAway) {
        failed.push(path);
        return void reply.writeHead(500).end();
      }
      const asked: unknown = JSON.parse(body);
      if (path.endsWith('/counts')) {
        counts.push(asked as RolloutCounts);
        return void reply.end('{}');
      }
      const follow = asked as RolloutFollow;
      follows.push(follow);
      if (follow.now || follow.revision !== state.revision) return send(reply);
      waiting.set(reply, follow.revision);
      reply.once('close', () => waiting.delete(reply));
    },
  };
}

/** An area with one release for everybody. */
export const areaOf = (stable: string, more: Partial<RolloutArea> = {}): RolloutArea => ({
  stable,
  previous: [],
  candidate: null,
  percent: 0,
  paused: false,
  lock: null,
  started_at: null,
  changed_at: '2026-06-15T02:00:00.000Z',
  changed_by: '系统',
  sites: {},
  ...more,
});
