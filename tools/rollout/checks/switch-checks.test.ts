import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Application,
  OwnApplication,
  RolloutState,
  RolloutTrack,
} from '@cme/contract/site/rollout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createReleaseStore,
  defaultReleaseOptions,
  makeRelease,
  type ReleaseStore,
} from '@cme/release';
import type { Order } from '../act.ts';
import { writeBuild } from './sample-build.ts';
import { checkSwitch } from './switch-checks.ts';

const router = '@cme/ui/router';
const folder = mkdtempSync(join(tmpdir(), 'cme-switch-'));
const releases = join(folder, 'releases');
let store: ReleaseStore;

/** A signed release that offers or needs these exports of the router. */
async function released(application: Application, exported: string[], commons = '1.0.0') {
  const dist = join(folder, 'dist', application);
  writeBuild(dist, {
    script: `void '${application} ${exported.join(' ')} ${commons}';`,
    shared: [{ name: router, version: '8.0.0', singleton: true }],
  });
  const making = defaultReleaseOptions(releases);
  const { manifest } = await makeRelease(application, dist, {
    ...making,
    origin: { ...making.origin, commons },
    sharedExports: { [router]: exported },
  });
  return manifest.id;
}

const older = ['useNavigate'];
const newer = ['useNavigate', 'useHref'];
const ids = { portal1: '', portal2: '', player2: '', user1: '', commons1: '', commons2: '' };

beforeAll(async () => {
  ids.portal1 = await released('portal', older);
  ids.portal2 = await released('portal', newer);
  ids.player2 = await released('player', newer, '1.1.0');
  ids.user1 = await released('user-centre', older);
  ids.commons1 = await released('commons', []);
  ids.commons2 = await released('commons', [], '1.1.0');
  store = createReleaseStore(defaultReleaseOptions(releases));
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const track = (stable: string, more: Partial<RolloutTrack> = {}) =>
  ({ stable, candidate: null, previous: [], lock: null, ...more }) as RolloutTrack;

type Areas = Partial<
  Record<OwnApplication, RolloutTrack & { sites?: Record<string, RolloutTrack> }>
>;
const stateOf = (areas: Areas): RolloutState => ({
  revision: 1,
  areas: Object.fromEntries(
    Object.entries(areas).map(([name, area]) => [name, { sites: {}, ...area }]),
  ),
});
const order = (more: Partial<Order>): Order => ({
  action: 'rollback',
  area: 'portal',
  reason: '出错',
  ...more,
});

/** The check of a change of the portal, under a player that needs the newer one. */
const check = (before: Areas, after: Areas, more: Partial<Order> = {}) =>
  checkSwitch(order(more), stateOf(before), stateOf(after), store);

const refusal = expect.objectContaining({
  code: 'shared',
  message: expect.stringMatching(/缺少 useHref.*不能在其中启动[^]*--force/),
});

describe('a portal that lacks what an area of the page needs', () => {
  const player = track('');
  beforeAll(() => void (player.stable = ids.player2));
  const on = (portal: RolloutTrack) => ({ portal, player });

  it('is refused as the target of a rollback', async () => {
    await expect(check(on(track(ids.portal2)), on(track(ids.portal1)))).rejects.toEqual(refusal);
  });

  it('is refused for one domain, too', async () => {
    const before = on(track(ids.portal2));
    const after = {
      ...before,
      portal: { ...before.portal, sites: { 'a.cn': track(ids.portal1) } },
    };
    await expect(check(before, after, { site: 'a.cn' })).rejects.toEqual(refusal);
  });

  it('is refused if the area is a candidate', async () => {
    const canary = { player: track(ids.user1, { candidate: ids.player2 }) };
    const change = check(
      { portal: track(ids.portal2), ...canary },
      { portal: track(ids.portal1), ...canary },
    );
    await expect(change).rejects.toEqual(refusal);
  });

  it('is refused when it is promoted, or a domain follows it again', async () => {
    const ahead = track(ids.portal2);
    const sites = { 'a.cn': track(ids.player2) };
    const before = {
      portal: { ...track(ids.portal1), sites: { 'a.cn': ahead } },
      player: { ...track(ids.user1), sites },
    };
    const after = { portal: track(ids.portal1), player: { ...track(ids.user1), sites } };
    const change = check(before, after, { action: 'unlock', site: 'a.cn' });
    await expect(change).rejects.toEqual(refusal);
  });

  it('is accepted with force, and the lines say so', async () => {
    const lines = await check(on(track(ids.portal2)), on(track(ids.portal1)), { force: true });
    expect(lines.join('\n')).toMatch(/不相容（--force）：@cme\/ui\/router.*缺少 useHref/);
  });

  it('does not block other changes once it is there', async () => {
    const lines = await check(on(track(ids.portal1)), on(track(ids.portal1)), { action: 'lock' });
    expect(lines).toEqual([]);
  });
});

it('a rollback that all areas can follow is accepted, although another release is unreadable', async () => {
  const others = { 'user-centre': track(ids.user1), commons: track('f'.repeat(12)) };
  const lines = await check(
    { portal: track(ids.portal2), ...others },
    { portal: track(ids.portal1), ...others },
  );
  expect(lines).toEqual([
    expect.stringContaining(`版本 ${ids.portal1} 的签名与全部散列正确`),
    `  ⚠ 无法读取 commons ${'f'.repeat(12)}，未核对它`,
  ]);
});

it('areas that will use their own copy of commons are named, because they still work', async () => {
  const player = track(ids.player2);
  const lines = await check(
    { player, commons: track(ids.commons2) },
    { player, commons: track(ids.commons1) },
    { area: 'commons' },
  );
  expect(lines).toContain(
    `  ⚠ player ${ids.player2} 按 commons 1.1.0 构建，而 ${ids.commons1} 是 1.0.0：它将使用自带的一份`,
  );
});

it.each(['rollback', 'promote', 'start'] as const)(
  '%s verifies every file again, and nothing activates an altered one',
  async (action) => {
    const file = join(releases, 'portal', ids.portal1, 'web/index.js.gz');
    const intact = readFileSync(file);
    const before = { portal: track(ids.portal2, { candidate: ids.portal1 }) };
    const after = {
      portal: action === 'start' ? before.portal : track(ids.portal1),
    };
    const change = () => check(before, after, { action, force: true });
    expect(await change()).toEqual([expect.stringContaining('签名与全部散列正确')]);
    writeFileSync(file, Buffer.concat([intact.subarray(1), Buffer.from([0])]));
    await expect(change()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/内容已被改动，这个版本不能使用/),
    });
    rmSync(file);
    await expect(change()).rejects.toMatchObject({ message: expect.stringMatching(/文件缺失/) });
    writeFileSync(file, intact);
  },
);
