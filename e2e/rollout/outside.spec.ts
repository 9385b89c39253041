import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchAs } from '@cme/commons/api-client/node';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { direct, origins } from '../support/origins.ts';
import { hospitalLearner, nurse, signIn } from '../support/people.ts';
import { arrangeRollout, expectRollout, readReleaseId, root, runRollout } from './operator.ts';
import { areaName, heading } from './outside/area-files.ts';
import { createOutsideArea } from './outside/area.ts';

const ownOrigin = origins.main.replace('cme.', `${areaName}.cme.`);
const cataloguePath = `/${areaName}/catalogue`;
const changedHeading = '新实验目录';

const fetchCatalogue = () =>
  fetchAs(direct.hostOf(ownOrigin))(direct.address + cataloguePath, { redirect: 'manual' });
const readCatalogue = async () => (await fetchCatalogue()).text();

/** Makes a release of the area's build, as an operator does. */
async function releaseArea(folder: string): Promise<string> {
  const { code, answer, output } = await runRollout(
    'release',
    areaName,
    '--from',
    folder,
    '--json',
  );
  expect(code, output).toBe(0);
  return (JSON.parse(answer) as { releases: { id: string }[] }).releases[0]?.id ?? '';
}

/** A release whose manifest differs from what was signed cannot be started. */
async function expectSignatureChecked(release: string): Promise<void> {
  const folder = join(process.env.STACK_DATA ?? '', 'releases', areaName, release);
  const file = join(folder, 'manifest.json');
  const signed = readFileSync(file, 'utf8');
  writeFileSync(file, signed.replace('"format":1', '"format": 1'));
  const refused = await runRollout('start', areaName, release, '--yes');
  writeFileSync(file, signed);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('签名不正确') });
}

/** Opens the catalogue, and from there the page that greets the learner of the session. */
async function expectPages(page: Page, origin: string, learner: string): Promise<void> {
  await page.goto(origin + cataloguePath);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '我的实验' }).click();
  await expect(page).toHaveURL(`${origin}/${areaName}/mine`);
  await expect(page.getByText(`${learner}，欢迎来到实验区`)).toBeVisible();
  const commons = await page.evaluate(() => document.documentElement.dataset['commons']);
  expect(commons, 'the commons of the installation').toMatch(/\+commons$/);
}

test('a team outside this repository builds an area, and operators mount, release and roll it back', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const area = createOutsideArea();
  try {
    await test.step('it is built and type-checked from the packed libraries alone', () => {
      expect(area.tarballs).toHaveLength(5);
      area.install();
      for (const text of area.configuration()) expect(text).not.toMatch(root);
      for (const text of area.configuration()) expect(text).not.toMatch(/\.\.\/|workspace:/);
      area.check();
      area.build();
    });
    const first = await releaseArea(area.folder);
    await test.step('it cannot be started before it is mounted', async () => {
      const early = await runRollout('start', areaName, first, '--yes');
      expect(early).toMatchObject({ code: 2, output: expect.stringContaining('先用 mount 挂载') });
    });
    await expectRollout('mount', areaName);
    await test.step('nor unless its manifest is the signed one', () =>
      expectSignatureChecked(first));
    await expectRollout('start', areaName, first);

    await test.step('it is rendered on the server of its own domain', async () => {
      await expect.poll(readCatalogue).toContain(`>${heading}</h1>`);
    });
    await test.step('it greets the learner on the main and on a customer domain', async () => {
      await signIn(page, nurse);
      await expectPages(page, ownOrigin, '陈晓禾');
      await signIn(page, hospitalLearner, origins.hospital);
      await expectPages(page, origins.hospital, '吴桐');
      expect(await readReleaseId(page, areaName)).toBe(first);
    });
    await test.step('a second release is rolled out, and rolled back within two seconds', async () => {
      area.rename(heading, changedHeading);
      area.build();
      const second = await releaseArea(area.folder);
      await arrangeRollout({ action: 'start', area: areaName, release: second, percent: 0 });
      await arrangeRollout({ action: 'promote', area: areaName, force: true });
      await page.goto(origins.hospital + cataloguePath);
      await expect(page.getByRole('heading', { name: changedHeading })).toBeVisible();
      expect(await readCatalogue()).toContain(changedHeading);
      const { said } = await expectRollout('rollback', areaName, '--reason', '目录写错了');
      expect(said.edges.milliseconds).toBeLessThanOrEqual(2000);
      expect(await readCatalogue()).not.toContain(changedHeading);
      await page.goto(origins.hospital + cataloguePath);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    });
    await test.step('once it is unmounted, its address leads to the main site', async () => {
      await expectRollout('unmount', areaName);
      await expect
        .poll(async () => (await fetchCatalogue()).headers.get('location'))
        .toBe(`${origins.main}/`);
    });
  } finally {
    await runRollout('unmount', areaName, '--yes');
    area.remove();
  }
});
