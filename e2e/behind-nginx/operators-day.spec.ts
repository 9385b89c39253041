import { fetchAs } from '@cme/commons/api-client/node';
import { sampleId } from '../../apps/api/src/sample/ids.ts';
import { must, rollout, rolloutIn, root, statusOf } from '../rollout/operator.ts';
import { type Edit, put } from '../rollout/skew/edit.ts';
import { workspaceWith } from '../rollout/skew/next-version.ts';
import { expect, test } from '../support/journey.ts';
import { openLoad } from '../support/load.ts';
import { nurse, signIn } from '../support/people.ts';
import { direct, places } from '../support/places.ts';

// The broken releases complain, as they should.
test.use({ allowed: /broken|Failed to load resource/ });

const start = 'void startPage(rootRoutes(routes));';
const playerWith = (line: string): Edit =>
  put('apps/player/src/main.tsx', start, `${line}\n${start}`);

const good = playerWith(`document.documentElement.dataset['edition'] = 'of the day';`);
const throwing = playerWith(`if (Date.now() > 0) throw new Error('broken on purpose');`);
/** Passes every gate: only a second page of the same tab has the error. */
const ailing = playerWith(
  `if (sessionStorage['seen']) setTimeout(() => { throw new Error('broken for whoever comes again'); });
sessionStorage['seen'] = 'Y';`,
);

/** Changes the player in a workspace of its own and releases it there; nobody gets it yet. */
async function releasePlayer(edit: Edit): Promise<string> {
  const { stable } = await statusOf('player');
  const workspace = workspaceWith(root, 'day', [edit], []);
  const done = await rolloutIn(workspace, 'release', 'player', '--json');
  expect(done.code, done.output).toBe(0);
  expect((await statusOf('player')).stable).toBe(stable);
  const { releases } = JSON.parse(done.answer) as { releases: { id: string; isNew: boolean }[] };
  expect(releases[0]).toMatchObject({ isNew: true });
  return releases[0]?.id ?? '';
}

const switches: string[] = [];

/** Every edge follows within two seconds. */
async function switched(...args: string[]): Promise<void> {
  const { milliseconds } = (await must(...args)).said.edges;
  switches.push(`${args[0]} ${milliseconds} ms`);
  expect(milliseconds, args.join(' ')).toBeLessThanOrEqual(2000);
}

async function refused(code: number, words: string, ...args: string[]): Promise<void> {
  const output = expect.stringContaining(words);
  expect(await rollout(...args), args.join(' ')).toMatchObject({ code, output });
}

/** The player's release that a page of this origin names. */
async function served(origin: string): Promise<string> {
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
  const { stable: first } = await statusOf('player');
  const load = openLoad([
    [places.main, '/'],
    [places.main, '/publicneed'],
    [places.player, '/player/none/play'],
    [places.player, `/player/${course}/play`],
    [places.user, '/user/learn'],
    [places.hospital, '/login'],
    [places.main, '/robots.txt'],
  ]);
  let told: string[] = [];
  load.start();
  try {
    await test.step('a release goes from its source to everybody, but for one domain', async () => {
      await refused(2, '没有区域', 'start', 'players', 'abc');
      expect((await rollout('doctor')).output).toMatch(/签名与全部散列正确/);
      const id = await releasePlayer(good);
      await refused(0, '预演', 'plan', 'player', id.slice(0, 5));
      await switched('lock', 'player', '考试周不换版本', '--site', 'hospital.localhost');
      await switched('start', 'player', id, '--to', '10%');
      await switched('promote', 'player', '--to', '50%');
      await switched('pause', 'player');
      await switched('start', 'player');
      await switched('promote', 'player');
      expect(await served(places.player)).toBe(id);
      expect(await served(places.hospital), 'the domain that stays behind').toBe(first);
    });
    await test.step('a release that does not start is refused by the gates', async () => {
      const now = (await statusOf('player')).stable;
      const id = await releasePlayer(throwing);
      await refused(1, '没有启动', 'start', 'player', id, '--to', '10%', '--yes');
      expect(await statusOf('player')).toMatchObject({ stable: now, candidate: null });
    });
    await test.step('a release whose pages fail is taken back by itself', async () => {
      const id = await releasePlayer(ailing);
      await switched('start', 'player', id, '--to', '1%');
      await signIn(page, nurse);
      await page.goto(`${places.player}/edge/release?player=candidate`);
      for (let at = 0; at < 8; at += 1) {
        const told = page.waitForRequest(/\/edge\/health$/);
        await page.goto(`${places.player}/player/none/play`);
        await told;
      }
      await expect
        .poll(async () => (await statusOf('player')).lock, { timeout: 60_000 })
        .toMatch(/系统：自动中止：出错/);
      await refused(3, '已锁定', 'start', 'player', id, '--yes');
      await switched('unlock', 'player', '已查明原因');
    });
    await test.step('everybody goes back, and what was done can be read', async () => {
      await switched('rollback', 'player', '--reason', '有人说播放卡顿');
      expect(await served(places.player)).toBe(first);
      expect((await statusOf('player')).lock).toContain('有人说播放卡顿');
      const lines = (await rollout('history', 'player', '--json')).answer;
      const done = (JSON.parse(lines) as { action: string }[]).map(({ action }) => action);
      for (const action of ['lock', 'start', 'promote', 'pause', 'abort', 'unlock', 'rollback'])
        expect(done).toContain(action);
      expect(await rollout('doctor')).toMatchObject({ code: 0 });
    });
  } finally {
    const { asked, failed } = await load.stop();
    told = failed;
    console.log(`${switches.join(', ')}; ${asked} requests, ${failed.length} failed`);
  }
  expect(told).toEqual([]);
});
