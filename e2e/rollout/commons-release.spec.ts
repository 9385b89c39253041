import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/journey.ts';
import { places } from '../support/places.ts';
import { must, releaseOf, restore, root, statusOf } from './operator.ts';

const mark = 'the changed commons';

/** Builds only the commons container from a modified copy of libs/commons, in a tree without other
 * builds. */
function buildChangedCommons(): string {
  const tree = mkdtempSync(join(tmpdir(), 'cme-commons-'));
  const take = (path: string) =>
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
    take(path);
  for (const path of ['libs/ui/package.json']) take(path);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const folder of ['apps', 'libs']) {
    mkdirSync(join(tree, folder, 'node_modules/@cme'), { recursive: true });
    symlinkSync(join(tree, 'libs/commons'), join(tree, folder, 'node_modules/@cme/commons'));
  }
  appendFileSync(
    join(tree, 'libs/commons/src/auth-token/index.ts'),
    `\nconsole.info('${mark}');\n`,
  );
  const run = spawnSync(join(root, 'node_modules/.bin/rsbuild'), ['build'], {
    cwd: join(tree, 'apps/commons'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(run.status, run.stdout + run.stderr).toBe(0);
  return tree;
}

test('a change in libs/commons reaches all domains by building commons alone', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const tree = buildChangedCommons();
  const others = () =>
    Promise.all(
      ['portal', 'player', 'user-centre'].map(async (area) => (await statusOf(area)).stable),
    );
  const [before, { stable }] = [await others(), await statusOf('commons')];
  const pages = [
    places.main,
    `${places.player}/player/none/play`,
    `${places.user}/user/learn`,
    `${places.hospital}/login`,
  ];

  /** Whether the page at this URL, not one it redirects to, has run the modified source. */
  const changed = async (address: string) => {
    const page = await (await browser.newContext()).newPage();
    const marked: string[] = [];
    page.on(
      'console',
      (message) => void (message.text() === mark && marked.push(message.location().url)),
    );
    await page.goto(address);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['commons']).catch(() => ''))
      .toMatch(/\+commons$/);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.context().close();
    return marked.some((from) => from.startsWith(new URL(address).origin));
  };
  for (const address of pages) expect(await changed(address), `${address} before`).toBe(false);

  try {
    const id = await releaseOf('commons', join(tree, 'apps/commons/dist'));
    await must('start', 'commons', id);
    await must('promote', 'commons');
    for (const address of pages) expect(await changed(address), `${address} after`).toBe(true);
    expect(await others()).toEqual(before);
  } finally {
    await restore('commons', stable);
    rmSync(tree, { recursive: true, force: true });
  }
});
