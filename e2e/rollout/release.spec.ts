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
import { makeRelease } from '../../apps/edge/src/releases/make.ts';
import { makingOf } from '../../tools/rollout/making.ts';
import { expect, test } from '../support/journey.ts';
import { places } from '../support/places.ts';
import { env, otherRelease, releaseOn, root, rollout, statusOf } from './operator.ts';
import { releasesOf, workspaceWith } from './skew/next-version.ts';

/** The contents of all releases by path. */
function bytes(): Record<string, string> {
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
  const { stable } = await statusOf('commons');
  const tree = workspaceWith(root, 'same', [], ['commons']);
  expect(releasesOf(tree, env(), ['commons'])).toEqual({ commons: stable });
});

test('releasing one area changes no byte of the others and activates nothing', async () => {
  test.setTimeout(300_000);
  const before = bytes();
  const { stable } = await statusOf('player');
  const built = await rollout('release', 'player', '--json');
  expect(built.code, built.output).toBe(0);
  const id = await otherRelease('player');
  const own = join(process.env.STACK_DATA ?? '', 'releases/player', id);
  const others = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith(own)));
  expect(others(bytes())).toEqual(others(before));
  expect((await statusOf('player')).stable, 'what readers get').toBe(stable);
});

type Spoil = (file: (shape: RegExp) => string) => Record<string, unknown> | undefined;
const entry = /^index\.\w+\.js$/;
const unknownCall = '/qm/api/user/nothing';
const spoiled: Record<string, [spoil: Spoil, told: string]> = {
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
      const described = { path: unknownCall, access: 'open', encoding: 'form', body: {}, data: {} };
      return { [unknownCall]: described };
    },
    '没有这个接口',
  ],
};

/** The last build of the personal centre, broken on purpose. */
async function spoiledRelease(spoil: Spoil): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'cme-spoiled-'));
  try {
    cpSync(join(root, 'apps/user-centre/dist'), dist, { recursive: true });
    const web = join(dist, 'web');
    const file = (shape: RegExp) =>
      join(web, readdirSync(web).find((name) => shape.test(name)) ?? '');
    const making = makingOf(root, 'user-centre', env());
    const schemas = { ...making.schemas, ...spoil(file) };
    return (await makeRelease('user-centre', dist, { ...making, schemas })).manifest.id;
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

for (const [how, [spoil, told]] of Object.entries(spoiled))
  test(`a release ${how} is refused before activation`, async ({ page }) => {
    test.setTimeout(300_000);
    const { stable } = await statusOf('user-centre');
    const id = await spoiledRelease(spoil);
    const started = await rollout('start', 'user-centre', id, '--to', '100%', '--yes');
    expect(started).toMatchObject({ code: 1, output: expect.stringContaining(told) });
    expect(await statusOf('user-centre')).toMatchObject({ stable, candidate: null });
    await page.goto(`${places.user}/login`);
    expect(await releaseOn(page, 'user-centre')).toBe(stable);
  });
