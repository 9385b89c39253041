import { fetchAs } from '@cme/commons/api-client/node';
import { sampleId } from '@cme/sample/ids';
import {
  expectRollout,
  runRollout,
  runRolloutIn,
  root,
  getAreaStatus,
  openAsTester,
  unjudged,
} from '../rollout/operator.ts';
import { type Edit, replaceOnce } from '../rollout/skew/edit.ts';
import { createWorkspace } from '../rollout/skew/next-version.ts';
import { reportFailures } from '../rollout/visitors.ts';
import { expect, test } from '../support/journey.ts';
import { createLoad } from '../support/load.ts';
import { nurse, signIn } from '../support/people.ts';
import { direct, origins } from '../support/origins.ts';

// The broken releases complain, as they should.
test.use({ allowed: /broken|Failed to load resource/ });

const startCall = 'void startPage(rootRoutes(routes));';
const editPlayer = (line: string): Edit =>
  replaceOnce('apps/player/src/main.tsx', startCall, `${line}\n${startCall}`);

const goodEdit = editPlayer(`document.documentElement.dataset['edition'] = 'of the day';`);
const throwingEdit = editPlayer(`if (Date.now() > 0) throw new Error('broken on purpose');`);
/** Passes every gate: only a second page of the same tab has the error. */
const failingLaterEdit = editPlayer(
  `if (sessionStorage['seen']) setTimeout(() => { throw new Error('broken for whoever comes again'); });
sessionStorage['seen'] = 'Y';`,
);

/** Changes the player in a workspace of its own and releases it there; nobody gets it yet. */
async function releasePlayer(edit: Edit): Promise<string> {
  const { stable } = await getAreaStatus('player');
  const workspace = createWorkspace(root, 'day', [edit], []);
  const result = await runRolloutIn(workspace, 'release', 'player', '--json');
  expect(result.code, result.output).toBe(0);
  expect((await getAreaStatus('player')).stable).toBe(stable);
  const { releases } = JSON.parse(result.answer) as { releases: { id: string; isNew: boolean }[] };
  expect(releases[0]).toMatchObject({ isNew: true });
  return releases[0]?.id ?? '';
}

const switches: string[] = [];

/** Every edge follows within two seconds. */
async function expectSwitched(...args: string[]): Promise<void> {
  const { milliseconds } = (await expectRollout(...args)).said.edges;
  switches.push(`${args[0]} ${milliseconds} ms`);
  expect(milliseconds, args.join(' ')).toBeLessThanOrEqual(2000);
}

async function expectRefused(code: number, message: string, ...args: string[]): Promise<void> {
  const output = expect.stringContaining(message);
  expect(await runRollout(...args), args.join(' ')).toMatchObject({ code, output });
}

/** The player's release that a page of this origin names. */
async function servedRelease(origin: string): Promise<string> {
  const page = await fetchAs(direct.hostOf(origin))(`${direct.address}/player/none/play`);
  const { releases } = JSON.parse(
    /<script[^>]* id="site"[^>]*>(.*?)<\/script>/.exec(await page.text())?.[1] ?? '{}',
  ) as { releases: Record<string, string> };
  return releases['player'] ?? '';
}

const course = sampleId('course', 'main', 'pressure-injury');

test('an operator rolls the player out and back through a day, and no request fails', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const { stable: firstRelease } = await getAreaStatus('player');
  const load = createLoad([
    [origins.main, '/'],
    [origins.main, '/publicneed'],
    [origins.player, '/player/none/play'],
    [origins.player, `/player/${course}/play`],
    [origins.user, '/user/learn'],
    [origins.hospital, '/login'],
    [origins.main, '/robots.txt'],
  ]);
  let failedRequests: string[] = [];
  load.start();
  try {
    await test.step('a release goes from its source to everybody, but for one domain', async () => {
      await expectRefused(2, '没有区域', 'start', 'players', 'abc');
      expect((await runRollout('doctor')).output).toMatch(/签名与全部散列正确/);
      const id = await releasePlayer(goodEdit);
      await expectRefused(0, '预演', 'plan', 'player', id.slice(0, 5));
      await expectSwitched('lock', 'player', '考试周不换版本', '--site', 'hospital.localhost');
      await expectSwitched('start', 'player', id, '--to', '10%');
      await expectSwitched('promote', 'player', '--to', '50%');
      await expectSwitched('pause', 'player');
      await expectSwitched('start', 'player');
      await expectSwitched('promote', 'player', ...unjudged);
      expect(await servedRelease(origins.player)).toBe(id);
      expect(await servedRelease(origins.hospital), 'the domain that stays behind').toBe(
        firstRelease,
      );
    });
    await test.step('a release that does not start is refused by the gates', async () => {
      const now = (await getAreaStatus('player')).stable;
      const id = await releasePlayer(throwingEdit);
      await expectRefused(1, '没有启动', 'start', 'player', id, '--to', '10%', '--yes');
      expect(await getAreaStatus('player')).toMatchObject({ stable: now, candidate: null });
    });
    await test.step('a release whose pages fail is taken back by itself', async () => {
      const id = await releasePlayer(failingLaterEdit);
      await expectSwitched('start', 'player', id, '--to', '1%');
      await signIn(page, nurse);
      await openAsTester(page, origins.player, 'player');
      for (let visit = 0; visit < 8; visit += 1) {
        const healthReport = page.waitForRequest(/\/edge\/health$/);
        await page.goto(`${origins.player}/player/none/play`);
        await healthReport;
      }
      await reportFailures(page, 'player', 15);
      await expect
        .poll(async () => (await getAreaStatus('player')).lock, { timeout: 60_000 })
        .toMatch(/系统：自动中止：出错/);
      await expectRefused(3, '已锁定', 'start', 'player', id, '--yes');
      await expectSwitched('unlock', 'player', '已查明原因');
    });
    await test.step('everybody goes back, and what was done can be read', async () => {
      await expectSwitched('rollback', 'player', '--reason', '有人说播放卡顿');
      expect(await servedRelease(origins.player)).toBe(firstRelease);
      expect((await getAreaStatus('player')).lock).toContain('有人说播放卡顿');
      const lines = (await runRollout('history', 'player', '--json')).answer;
      const actions = (JSON.parse(lines) as { action: string }[]).map(({ action }) => action);
      for (const action of ['lock', 'start', 'promote', 'pause', 'abort', 'unlock', 'rollback'])
        expect(actions).toContain(action);
      expect(await runRollout('doctor')).toMatchObject({ code: 0 });
    });
  } finally {
    const { asked: requestCount, failed: failures } = await load.stop();
    failedRequests = failures;
    console.log(`${switches.join(', ')}; ${requestCount} requests, ${failures.length} failed`);
  }
  expect(failedRequests).toEqual([]);
});
