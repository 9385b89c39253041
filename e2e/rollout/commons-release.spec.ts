import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/journey.ts';
import { origins } from '../support/origins.ts';
import {
  expectRollout,
  createRelease,
  restoreArea,
  root,
  getAreaStatus,
  unjudged,
} from './operator.ts';

const changeMarker = 'the changed commons';

/** Builds only the commons container from a modified copy of libs/commons, in a tree without other
 * builds. */
function buildChangedCommons(): string {
  const tree = mkdtempSync(join(tmpdir(), 'cme-commons-'));
  const copyFiles = (path: string) =>
    cpSync(join(root, path), join(tree, path), {
      recursive: true,
      filter: (file) => !/(\/dist|\/node_modules)$/.test(file),
    });
  for (const path of [
    'apps/commons',
    'libs/commons',
    'libs/contract',
    'tools',
    'tsconfig.base.json',
    'tsconfig.json',
    'package.json',
  ])
    copyFiles(path);
  for (const name of ['shell', 'ui']) copyFiles(`libs/${name}/package.json`);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const folder of ['apps', 'libs']) {
    mkdirSync(join(tree, folder, 'node_modules/@cme'), { recursive: true });
    symlinkSync(join(tree, 'libs/commons'), join(tree, folder, 'node_modules/@cme/commons'));
  }
  appendFileSync(
    join(tree, 'libs/commons/src/auth-token/index.ts'),
    `\nconsole.info('${changeMarker}');\n`,
  );
  const result = spawnSync(join(root, 'node_modules/.bin/rsbuild'), ['build'], {
    cwd: join(tree, 'apps/commons'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(result.status, result.stdout + result.stderr).toBe(0);
  return tree;
}

test('a change in libs/commons reaches all domains by building commons alone', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const tree = buildChangedCommons();
  const otherReleases = () =>
    Promise.all(
      ['portal', 'player', 'user-centre'].map(async (area) => (await getAreaStatus(area)).stable),
    );
  const [releasesBefore, { stable }] = [await otherReleases(), await getAreaStatus('commons')];
  const pages = [
    origins.main,
    `${origins.player}/player/none/play`,
    `${origins.user}/user/learn`,
    `${origins.hospital}/login`,
  ];

  /** Whether the page at this URL, not one it redirects to, has run the modified source. */
  const isChanged = async (address: string) => {
    const page = await (await browser.newContext()).newPage();
    const changedFiles: string[] = [];
    page.on(
      'console',
      (message) =>
        void (message.text() === changeMarker && changedFiles.push(message.location().url)),
    );
    await page.goto(address);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['commons']).catch(() => ''))
      .toMatch(/\+commons$/);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.context().close();
    return changedFiles.some((from) => from.startsWith(new URL(address).origin));
  };
  expect(await isChanged(origins.main), 'before').toBe(false);

  try {
    const id = await createRelease('commons', join(tree, 'apps/commons/dist'));
    await expectRollout('start', 'commons', id);
    await expectRollout('promote', 'commons', ...unjudged);
    for (const address of pages) expect(await isChanged(address), `${address} after`).toBe(true);
    expect(await otherReleases()).toEqual(releasesBefore);
  } finally {
    await restoreArea('commons', stable);
    rmSync(tree, { recursive: true, force: true });
  }
});
