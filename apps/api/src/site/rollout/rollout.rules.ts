import { isOutsideName } from '@cme/contract/site';
import type {
  Application,
  OwnApplication,
  RolloutArea,
  RolloutCommand,
  RolloutState,
  RolloutTrack,
} from '@cme/contract/site/rollout';
import { isOwn } from './mounted.rules.ts';

/** Number of previous releases kept for rollback. */
const maxHistory = 10;
const firstPercent = 10;

export class RolloutRefusedError extends Error {
  readonly code: 'locked' | 'refused' | 'moved' | 'health' | 'usage';
  constructor(code: RolloutRefusedError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
/** Of an area that is to be mounted. */
const expectName = (name: string): string =>
  isOutsideName(name)
    ? name
    : refuse(
        `“${name}” 不能作区域名：须为 2 至 31 个小写字母或数字、以字母开头，且不是平台已有的地址`,
        'usage',
      );
const refuse = (message: string, code: RolloutRefusedError['code'] = 'refused'): never => {
  throw new RolloutRefusedError(code, message);
};

/** An operator's command without fields about the request. */
export type Step = Pick<
  RolloutCommand,
  'action' | 'area' | 'site' | 'release' | 'percent' | 'minutes' | 'reason'
>;
export interface By {
  by: string;
  at: string;
}

/** The state after a command, or `RolloutRefusedError`. Only the named area changes. */
export function applyStep(state: RolloutState, step: Step, change: By): RolloutState {
  const area = state.areas[step.area];
  if (!area) {
    if (step.action === 'mount')
      return withArea(state, expectName(step.area), { ...firstTrack(null, change), sites: {} });
    if (!isOwn(step.area))
      return refuse(`没有区域 ${step.area}：新的区域先用 mount ${step.area} 挂载`, 'usage');
    if (step.action !== 'start' || !step.release || step.site)
      return refuse(`${step.area} 还没有版本，请先用 start 指定第一个版本`);
    return withArea(state, step.area, { ...firstTrack(step.release, change), sites: {} });
  }
  if (step.action === 'unmount') return unmount(state, step.area);
  const next = step.site
    ? applyToSite(area, step.site, step, change)
    : applyToArea(area, step, change);
  return withArea(state, step.area, dropEmptySites(next));
}

function unmount(state: RolloutState, name: string): RolloutState {
  if (isOwn(name)) return refuse(`${name} 是平台自己的区域，不能卸下`, 'usage');
  const { [name]: _, ...areas } = state.areas;
  return { revision: state.revision + 1, areas };
}

const withArea = (state: RolloutState, name: string, area: RolloutArea): RolloutState => ({
  revision: state.revision + 1,
  areas: { ...state.areas, [name]: area },
});

const firstTrack = (stable: string | null, { by, at }: By): RolloutTrack => ({
  stable,
  previous: [],
  candidate: null,
  percent: 0,
  paused: false,
  lock: null,
  started_at: null,
  promote_at: null,
  changed_at: at,
  changed_by: by,
});

function applyToArea(area: RolloutArea, step: Step, change: By): RolloutArea {
  const next = { ...area, ...steps[step.action](area, step, change) };
  // A global rollback applies to all domains except locked ones.
  if (step.action === 'rollback')
    return { ...next, sites: pick(area.sites, (track) => track.lock !== null) };
  if (next.stable !== area.stable) return { ...next, sites: pick(area.sites, hasOwnRelease) };
  if (step.action === 'abort')
    return { ...next, sites: withoutCandidate(area.sites, area.candidate, change) };
  return next;
}

function applyToSite(area: RolloutArea, site: string, step: Step, change: By): RolloutArea {
  const ownTrack = area.sites[site];
  if (area.lock && step.action !== 'rollback' && step.action !== 'unlock' && step.action !== 'lock')
    refuseLocked(area.lock);
  if (!ownTrack && ['promote', 'pause', 'abort', 'unlock'].includes(step.action))
    return refuse(`${site} 没有单独的版本，跟随整个区域`);
  const { sites: _, ...common } = area;
  const before = ownTrack ?? { ...common, ...noCandidate, lock: null };
  const track = { ...before, ...steps[step.action](before, step, change) };
  const follows = step.action === 'unlock' && !hasOwnRelease(track);
  return {
    ...area,
    sites: follows
      ? pick(area.sites, (item) => item !== ownTrack)
      : { ...area.sites, [site]: track },
  };
}

/** Has its own candidate or lock; a domain that only went first has not, and follows the next
 * global release. */
const hasOwnRelease = ({ lock, candidate }: RolloutTrack): boolean =>
  lock !== null || candidate !== null;

/** A domain on the global release without own changes follows it again. */
function dropEmptySites(area: RolloutArea): RolloutArea {
  return {
    ...area,
    sites: pick(area.sites, (track) => hasOwnRelease(track) || track.stable !== area.stable),
  };
}

const pick = (
  sites: RolloutArea['sites'],
  matches: (track: RolloutTrack) => boolean,
): RolloutArea['sites'] =>
  Object.fromEntries(Object.entries(sites).filter(([, track]) => matches(track)));

const withoutCandidate = (
  sites: RolloutArea['sites'],
  candidate: string | null,
  change: By,
): RolloutArea['sites'] =>
  Object.fromEntries(
    Object.entries(sites).map(([site, track]) => [
      site,
      candidate !== null && track.candidate === candidate
        ? { ...track, ...noCandidate, ...changed(change) }
        : track,
    ]),
  );

const noCandidate = {
  candidate: null,
  percent: 0,
  paused: false,
  started_at: null,
  promote_at: null,
};
/** Each canary sets its own duration. */
const computePromotion = ({ minutes }: Step, { at }: By) => ({
  promote_at:
    minutes === undefined ? null : new Date(Date.parse(at) + minutes * 60_000).toISOString(),
});
const changed = ({ by, at }: By) => ({ changed_by: by, changed_at: at });
const refuseLocked = ({ reason, by }: { reason: string; by: string }): never =>
  refuse(`已锁定（${by}：${reason}），请先 unlock`, 'locked');

const before = (track: RolloutTrack, next: string): string[] =>
  [track.stable, ...track.previous]
    .filter((id): id is string => id !== null && id !== next)
    .filter((id, index, all) => all.indexOf(id) === index)
    .slice(0, maxHistory);

type Change = (track: RolloutTrack, step: Step, change: By) => Partial<RolloutTrack>;

const steps: Record<Step['action'], Change> = {
  mount: () => refuse('已经挂载'),
  unmount: () => ({}),
  start(track, step, change) {
    const { release, percent } = step;
    if (track.lock) refuseLocked(track.lock);
    if (!release || release === track.candidate) {
      if (!track.candidate) return refuse('请指明要开始的版本', 'usage');
      if (!track.paused) return refuse(`版本 ${track.candidate} 已在灰度中，用 promote 调整比例`);
      return {
        paused: false,
        percent: percent ?? track.percent,
        ...computePromotion(step, change),
        ...changed(change),
      };
    }
    if (release === track.stable) return refuse(`版本 ${release} 正在使用`);
    // The first one: there is nothing that it could be compared with.
    if (!track.stable) return { stable: release, ...changed(change) };
    if (track.candidate) return refuse(`版本 ${track.candidate} 还在灰度中，请先 promote 或 abort`);
    return {
      candidate: release,
      percent: percent ?? firstPercent,
      paused: false,
      started_at: change.at,
      ...computePromotion(step, change),
      ...changed(change),
    };
  },
  promote(track, step, change) {
    const { percent } = step;
    if (track.lock) refuseLocked(track.lock);
    if (!track.candidate) return refuse('没有灰度中的版本，先用 start 指定一个版本');
    if (track.paused) return refuse('灰度已暂停，请先用 start 继续');
    if (percent !== undefined) {
      if (percent === track.percent && step.minutes === undefined)
        return refuse(`已经是 ${percent}%`);
      return { percent, ...computePromotion(step, change), ...changed(change) };
    }
    return {
      stable: track.candidate,
      previous: before(track, track.candidate),
      ...noCandidate,
      ...changed(change),
    };
  },
  pause(track, _, change) {
    if (!track.candidate) return refuse('没有灰度中的版本，先用 start 指定一个版本');
    if (track.paused) return refuse('灰度已经暂停');
    return { paused: true, promote_at: null, ...changed(change) };
  },
  abort(track, _, change) {
    if (!track.candidate) return refuse('没有灰度中的版本，先用 start 指定一个版本');
    return { ...noCandidate, ...changed(change) };
  },
  rollback(track, { release, reason }, change) {
    const target = release ?? track.previous[0];
    if (!target) return refuse('没有更早的版本可以退回；要换成另一个版本，请在命令中写明它');
    if (target === track.stable) return refuse(`版本 ${target} 正在使用`);
    const index = track.previous.indexOf(target);
    return {
      stable: target,
      // What was rolled back is not a target of the next rollback.
      previous: index < 0 ? before(track, target) : track.previous.slice(index + 1),
      ...noCandidate,
      lock: { reason, ...change },
      ...changed(change),
    };
  },
  lock(track, { reason }, { by, at }) {
    if (track.lock) return refuse(`已经锁定（${track.lock.by}：${track.lock.reason}）`, 'locked');
    return { lock: { reason, by, at }, ...changed({ by, at }) };
  },
  unlock(track, _, change) {
    if (!track.lock) return refuse('没有锁定，不需要解除');
    return { lock: null, ...changed(change) };
  },
};

/** A local build becomes stable at once unless there is a lock or a candidate. */
export function applyBuild(
  state: RolloutState,
  builds: Partial<Record<OwnApplication, string>>,
  change: By,
): RolloutState {
  const moved = Object.entries(builds).flatMap(([name, id]): [string, RolloutArea][] => {
    const area = state.areas[name];
    if (!area) return [[name, { ...firstTrack(id, change), sites: {} }]];
    if (area.lock || area.candidate || area.stable === id) return [];
    const track = { stable: id, previous: before(area, id), ...changed(change) };
    return [[name, dropEmptySites({ ...area, ...track, sites: pick(area.sites, hasOwnRelease) })]];
  });
  if (moved.length === 0) return state;
  return {
    revision: state.revision + 1,
    areas: { ...state.areas, ...Object.fromEntries(moved) },
  };
}

interface Track {
  area: Application;
  site?: string;
}

/** All tracks with a candidate: areas and single domains. */
export const underWay = (state: RolloutState): Track[] =>
  Object.entries(state.areas).flatMap(([name, { candidate, sites }]) => {
    const area = name as Application;
    const separateSites = Object.entries(sites).filter(([, track]) => track.candidate);
    return [...(candidate ? [{ area }] : []), ...separateSites.map(([site]) => ({ area, site }))];
  });

/** Tracks whose canary has ended; a locked one is unchanged. */
export const due = (state: RolloutState, now: Date): Track[] =>
  underWay(state).filter(({ area, site }) => {
    const track = findTrack(state, area, site);
    const isLocked = track?.lock || state.areas[area]?.lock;
    return !isLocked && track?.promote_at && Date.parse(track.promote_at) <= now.getTime();
  });

/** The track of a command. */
export const findTrack = (
  state: RolloutState,
  area: string,
  site: string | undefined,
): RolloutTrack | undefined =>
  site ? (state.areas[area]?.sites[site] ?? state.areas[area]) : state.areas[area];
