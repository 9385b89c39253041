import type {
  Application,
  OwnApplication,
  RolloutCommand,
  RolloutFollow,
  RolloutState,
} from '@cme/contract/site/rollout';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { changeSite, readSites, type Site } from '../../platform/sites/site.store.ts';
import { readHealth } from './health.view.ts';
import {
  applyBuild,
  applyStep,
  type By,
  due,
  RolloutRefusedError,
  findTrack,
  underWay,
} from './rollout.rules.ts';
import { listMounted } from './mounted.rules.ts';
import {
  isCarriedOut,
  lastTakenBack,
  lockState,
  readEdges,
  readState,
  writeEvents,
  writeState,
} from './rollout.store.ts';

type Server = Pick<AppContext, 'db' | 'now'>;
export interface Operator {
  actor_id: string;
  name: string;
}
const itself: Operator = { actor_id: '', name: '系统' };

/** Executes an operator's command in one transaction with its audit record. Idempotent per
 * request. */
export async function executeCommand(
  { db, now }: Server,
  command: RolloutCommand,
  operator: Operator,
): Promise<RolloutState> {
  return db.transaction(async (tx) => {
    const state = await lockState(tx);
    if (await isCarriedOut(tx, command.request_id)) return state;
    if (command.revision !== undefined && command.revision !== state.revision)
      throw new RolloutRefusedError('moved', '状态已被他人改变，请重新查看后再试');
    await expectDomain(tx, state, command);
    const at = now();
    const next = applyStep(state, command, { by: operator.name, at: at.toISOString() });
    await expectHealthy(tx, state, command, at);
    const main = await expectFreeAddress(tx, command);
    if (command.dry) return next;
    await writeState(tx, next);
    if (main) await changeSite(tx, main.site_id, { mounted_areas: listMounted(next) });
    await writeEvents(tx, [
      toEvent({ before: state, after: next }, command, {
        operator,
        at,
        requestId: command.request_id,
      }),
    ]);
    return next;
  });
}

/** A mistyped domain would be locked or released for nobody. Its own track can still be ended after
 * the site is gone. */
async function expectDomain(
  tx: Db,
  state: RolloutState,
  { area, site }: RolloutCommand,
): Promise<void> {
  if (!site || state.areas[area]?.sites[site]) return;
  const domains = (await readSites(tx)).map(({ domain }) => domain);
  if (!domains.includes(site))
    throw new RolloutRefusedError('usage', `没有站点使用域名 ${site}，现有：${domains.join('、')}`);
}

/** The main site if this command changes which areas it has: none may take a customer's address. */
async function expectFreeAddress(
  tx: Db,
  { action, area }: RolloutCommand,
): Promise<Site | undefined> {
  if (action !== 'mount' && action !== 'unmount') return undefined;
  const sites = await readSites(tx);
  const main = sites.find(({ is_main }) => is_main);
  const owner = sites.find(({ domain }) => domain === `${area}.${main?.domain}`);
  if (action === 'mount' && owner)
    throw new RolloutRefusedError('usage', `域名 ${owner.domain} 已属于站点“${owner.site_name}”`);
  return main;
}

async function expectHealthy(
  tx: Db,
  state: RolloutState,
  command: RolloutCommand,
  now: Date,
): Promise<void> {
  if (command.force) {
    if (command.reason.trim()) return;
    throw new RolloutRefusedError('usage', '使用 --force 须写明原因：--reason "…"');
  }
  if (command.action === 'start') await expectNotTakenBack(tx, state, command);
  const track = findTrack(state, command.area, command.site);
  if (!track?.candidate || !isWider(track.candidate, command)) return;
  const health = await readHealth(tx, state, command.area, command.site, now);
  const { verdict, words } = health;
  if (verdict === 'bad' || verdict === 'slow' || health.is_suspect)
    throw new RolloutRefusedError('health', `候选版本的健康状况不合格：${words}`);
  if (verdict !== 'good' && isForEverybody(command))
    throw new RolloutRefusedError(
      'health',
      `${words}。可用 promote --to 提高比例后等待，或由人确认：加 --force 并写明原因`,
    );
}

/** Gives the candidate of this track to more readers, by name or by going on after a pause. */
const isWider = (candidate: string, { action, release }: RolloutCommand): boolean =>
  action === 'promote' || (action === 'start' && (!release || release === candidate));

const isForEverybody = ({ action, percent }: RolloutCommand): boolean =>
  percent === 100 || (action === 'promote' && percent === undefined);

/** A release that was rolled back for its health is not restarted accidentally after its unlock. */
async function expectNotTakenBack(
  tx: Db,
  state: RolloutState,
  { area, site, release }: RolloutCommand,
): Promise<void> {
  const track = findTrack(state, area, site);
  if (!release || release === track?.candidate || track?.lock) return;
  const revoked = await lastTakenBack(tx, area, release);
  if (!revoked) return;
  const day = revoked.at.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
  throw new RolloutRefusedError(
    'health',
    `版本 ${release} 曾被自动收回（${day}，${revoked.reason}）；确要再次开始，请加 --force 并写明原因`,
  );
}

interface What {
  action: string;
  area: string;
  site?: string | undefined;
  reason: string;
}

export function toEvent(
  { before, after }: { before: RolloutState; after: RolloutState },
  { action, area, site, reason }: What,
  { operator, at, requestId = '' }: { operator: Operator; at: Date; requestId?: string },
) {
  const from = findTrack(before, area, site);
  const to = findTrack(after, area, site);
  return {
    revision: after.revision,
    at,
    area,
    site: site ?? '',
    action,
    from: (action === 'abort' ? from?.candidate : from?.stable) ?? '',
    to: (action === 'abort' ? to?.stable : (to?.candidate ?? to?.stable)) ?? '',
    percent: to?.percent ?? 0,
    actor_id: operator.actor_id,
    by: operator.name,
    reason,
    request_id: requestId,
  };
}

/** Makes a local build stable unless an operator has decided otherwise. */
export async function setBuilt(
  { db, now }: Server,
  builds: Partial<Record<OwnApplication, string>>,
): Promise<RolloutState> {
  return db.transaction(async (tx) => {
    const state = await lockState(tx);
    const at = now();
    const change: By = { by: itself.name, at: at.toISOString() };
    const next = applyBuild(state, builds, change);
    if (next === state) return state;
    await writeState(tx, next);
    const moved = Object.keys(builds).filter(
      (name) => next.areas[name]?.stable !== state.areas[name]?.stable,
    );
    await writeEvents(
      tx,
      moved.map((area) =>
        toEvent(
          { before: state, after: next },
          { action: 'start', area, reason: '启动时构建' },
          { operator: itself, at },
        ),
      ),
    );
    return next;
  });
}

type Verified = NonNullable<RolloutFollow['verified']>;

/** Promotes healthy candidates at the end of their duration; others wait for more pages or for a
 * person. Their files were just verified by the polling edge, and no other edge refuses them. */
export async function promoteDue(
  { db, now }: Server,
  seen: RolloutState,
  verified: Verified,
): Promise<boolean> {
  let isChanged = false;
  for (const { area, site } of due(seen, now())) {
    const isDone = await db.transaction(async (tx) => {
      const before = await lockState(tx);
      const at = now();
      const isDue = due(before, at).some((item) => item.area === area && item.site === site);
      const candidate = findTrack(before, area, site)?.candidate;
      const isCandidate = (item: Verified[number]) =>
        item.area === area && item.release === candidate;
      if (!isDue || !verified.some(isCandidate)) return false;
      const edges = await readEdges(tx, at);
      if (edges.some(({ refused }) => refused.some(isCandidate))) return false;
      if ((await readHealth(tx, before, area, site, at)).verdict !== 'good') return false;
      const step = { action: 'promote' as const, area, site, reason: '到时且健康，自动全量' };
      const next = applyStep(before, step, { by: itself.name, at: at.toISOString() });
      await writeState(tx, next);
      await writeEvents(tx, [toEvent({ before, after: next }, step, { operator: itself, at })]);
      return true;
    });
    isChanged ||= isDone;
  }
  return isChanged;
}

interface Judged {
  /** What was rolled back, and why. */
  aborted: string[];
  /** Candidates that a person should look at, each with its figures. */
  suspected: [name: string, words: string][];
}

/** Rolls back every candidate that fails significantly more often than its baseline, and locks its
 * track, so that nothing restarts it automatically. */
export async function abortUnhealthy({ db, now }: Server): Promise<Judged> {
  const state = await readState(db);
  const bad: { area: Application; site?: string; words: string }[] = [];
  const suspected: Judged['suspected'] = [];
  for (const track of underWay(state)) {
    const health = await readHealth(db, state, track.area, track.site, now());
    if (health.verdict === 'bad') bad.push({ ...track, words: health.words });
    const candidate = findTrack(state, track.area, track.site)?.candidate;
    if (health.is_suspect)
      suspected.push([`${track.area} ${track.site ?? ''} ${candidate}`, health.words]);
  }
  const done: string[] = [];
  for (const { words, ...track } of bad) {
    const reason = `自动中止：${words}`;
    const isDone = await db.transaction(async (tx) => {
      const before = await lockState(tx);
      if (
        findTrack(before, track.area, track.site)?.candidate !==
        findTrack(state, track.area, track.site)?.candidate
      )
        return false;
      const at = now();
      const by = { by: itself.name, at: at.toISOString() };
      const aborted = applyStep(before, { ...track, action: 'abort', reason }, by);
      const isLocked = findTrack(aborted, track.area, track.site)?.lock;
      const after = isLocked
        ? aborted
        : applyStep(aborted, { ...track, action: 'lock', reason }, by);
      const next = { ...after, revision: before.revision + 1 };
      await writeState(tx, next);
      await writeEvents(tx, [
        toEvent(
          { before, after: next },
          { ...track, action: 'abort', reason },
          { operator: itself, at },
        ),
      ]);
      return true;
    });
    if (isDone) done.push(`${track.area}${track.site ? ` ${track.site}` : ''}: ${words}`);
  }
  return { aborted: done, suspected };
}
