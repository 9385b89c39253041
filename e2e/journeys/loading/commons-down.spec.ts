import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { type Fault, faults, fetchOriginal } from '../../support/faults.ts';
import { nurse, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test.use({
  allowed:
    /commons|player\/course|course\/detail_count|remoteEntry|RUNTIME-|ERR_FAILED|Failed to load resource|MIME type|nosniff|integrity|Unexpected|broken/,
});
test.describe.configure({ timeout: 120_000 });

const entry = /\/commons\/.*remoteEntry(\.[0-9a-f]+)?\.js$/;
const chunk = /\/commons\/.*(?<!remoteEntry)(\.[0-9a-f]+)?\.js$/;
const program = /\/commons\/.*\.js$/;

type Visit = (page: Page) => Promise<void>;
const openPage = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** The three applications, which all load commons. */
const usePortal: Visit = async (page) => {
  await openPage(page, `${origins.main}/cart`);
  await expect(page.getByRole('heading', { level: 1, name: '购物车' })).toBeVisible();
};
const useUserCentre: Visit = async (page) => {
  await openPage(page, `${origins.user}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
};
const usePlayer: Visit = async (page) => {
  await openPage(page, `${origins.player}/player/none/play`);
  await expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible();
};

/** Starts applications with a faulty commons container: each falls back to its bundled copy. */
async function expectOwnCopy(
  context: BrowserContext,
  description: string,
  [files, fault]: readonly [RegExp, Fault],
  visits: readonly Visit[],
): Promise<void> {
  let faultCount = 0;
  await context.route(files, (route) => {
    faultCount += 1;
    return fault(route);
  });
  const page = await context.newPage();
  await test.step(description, async () => {
    for (const visit of visits) {
      await visit(page);
      // A page may render before its commons container has timed out.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['commons']))
        .toBe('own copy');
    }
  });
  expect(faultCount, `${description}: was met`).toBeGreaterThan(0);
  await page.close();
  await context.unroute(files);
}

const servesBrokenFile: Fault = (route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' });
const servesOtherContract: Fault = async (route) => {
  const { response, text } = await fetchOriginal(route);
  await route.fulfill({
    response,
    body: text.replaceAll(/(["'`])1\.(\d+)\.(\d+)\1/g, '$19.$2.$3$1'),
  });
};

test('every app falls back to its bundled copy when the commons container hangs or has another contract version', async ({
  page,
  context,
}) => {
  await signIn(page, nurse);
  const visits = [usePortal, useUserCentre, usePlayer];
  await expectOwnCopy(context, 'hangs', [program, faults.hangs], visits);
  await expectOwnCopy(context, 'is of another contract', [program, servesOtherContract], visits);
});

test('an app falls back to its bundled copy for every other failure of the commons container', async ({
  page,
  context,
}) => {
  await signIn(page, nurse);
  const cases: [string, RegExp, Fault][] = [
    ...Object.entries(faults).map(([description, fault]): [string, RegExp, Fault] => [
      description,
      entry,
      fault,
    ]),
    ['lacks a chunk', chunk, faults['answers 404']],
    ['has a chunk that hangs', chunk, faults.hangs],
    ['has a broken chunk', chunk, servesBrokenFile],
  ];
  for (const [index, [description, files, fault]] of cases.entries()) {
    // One app per fault: all of them load the container in the same way.
    const visit = [usePortal, useUserCentre, usePlayer][index % 3] ?? usePortal;
    await expectOwnCopy(context, description, [files, fault], [visit]);
  }
});
