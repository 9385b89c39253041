import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRelease } from '@cme/release';
import { collectBuildInfo } from '../../tools/rollout/making.ts';
import { expect, test } from '../support/journey.ts';
import { origins } from '../support/origins.ts';
import {
  stackEnv,
  createDifferentRelease,
  readReleaseId,
  root,
  runRollout,
  getAreaStatus,
} from './operator.ts';
import { createReleases, createWorkspace } from './skew/next-version.ts';

/** The contents of all releases by path. */
function hashReleases(): Record<string, string> {
  const folder = join(process.env.STACK_DATA ?? '', 'releases');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

test('the same source in another folder gives the same release', async () => {
  test.setTimeout(300_000);
  const { stable } = await getAreaStatus('commons');
  const tree = createWorkspace(root, 'same', [], ['commons']);
  expect(createReleases(tree, stackEnv(), ['commons'])).toEqual({ commons: stable });
});

test('releasing one area changes no byte of the others and activates nothing', async () => {
  test.setTimeout(300_000);
  const hashesBefore = hashReleases();
  const { stable } = await getAreaStatus('player');
  const result = await runRollout('release', 'player', '--json');
  expect(result.code, result.output).toBe(0);
  const id = await createDifferentRelease('player');
  const ownFolder = join(process.env.STACK_DATA ?? '', 'releases/player', id);
  const otherHashes = (hashes: Record<string, string>) =>
    Object.fromEntries(Object.entries(hashes).filter(([path]) => !path.startsWith(ownFolder)));
  expect(otherHashes(hashReleases())).toEqual(otherHashes(hashesBefore));
  expect((await getAreaStatus('player')).stable, 'what readers get').toBe(stable);
});

type BreakBuild = (file: (pattern: RegExp) => string) => Record<string, unknown> | undefined;
const entry = /^index\.\w+\.js$/;
const unknownCall = '/qm/api/user/nothing';
const brokenBuilds: Record<string, [spoil: BreakBuild, told: string]> = {
  'whose entry throws': [
    (file) => void writeFileSync(file(entry), `throw new Error('broken on purpose');`),
    '没有启动',
  ],
  'whose style sheet is empty': [
    (file) => void writeFileSync(file(/^index\.\w+\.css$/), ''),
    '样式文件为空',
  ],
  'that asks what the API does not know': [
    (file) => {
      appendFileSync(file(entry), `;void "${unknownCall}";`);
      const schema = { path: unknownCall, access: 'open', encoding: 'form', body: {}, data: {} };
      return { [unknownCall]: schema };
    },
    '没有这个接口',
  ],
};

/** The last build of the personal centre, broken on purpose. */
async function createBrokenRelease(breakBuild: BreakBuild): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'cme-spoiled-'));
  try {
    cpSync(join(root, 'apps/user-centre/dist'), dist, { recursive: true });
    const web = join(dist, 'web');
    const findFile = (pattern: RegExp) =>
      join(web, readdirSync(web).find((name) => pattern.test(name)) ?? '');
    const buildInfo = collectBuildInfo(dist, stackEnv());
    const schemas = { ...buildInfo.schemas, ...breakBuild(findFile) };
    return (await makeRelease('user-centre', dist, { ...buildInfo, schemas })).manifest.id;
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

for (const [description, [breakBuild, message]] of Object.entries(brokenBuilds))
  test(`a release ${description} is refused before activation`, async ({ page }) => {
    test.setTimeout(300_000);
    const { stable } = await getAreaStatus('user-centre');
    const id = await createBrokenRelease(breakBuild);
    const result = await runRollout('start', 'user-centre', id, '--to', '100%', '--yes');
    expect(result).toMatchObject({ code: 1, output: expect.stringContaining(message) });
    expect(await getAreaStatus('user-centre')).toMatchObject({ stable, candidate: null });
    await page.goto(`${origins.user}/login`);
    expect(await readReleaseId(page, 'user-centre')).toBe(stable);
  });
