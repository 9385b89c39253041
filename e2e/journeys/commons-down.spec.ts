import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { type Fault, faults, whole } from '../support/faults.ts';
import { nurse, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({
  allowed:
    /commons|player\/course|course\/detail_count|remoteEntry|RUNTIME-|ERR_FAILED|Failed to load resource|MIME type|nosniff|integrity|Unexpected|broken/,
});
test.describe.configure({ timeout: 120_000 });

const entry = /\/commons\/.*remoteEntry(\.[0-9a-f]+)?\.js$/;
const chunk = /\/commons\/.*(?<!remoteEntry)(\.[0-9a-f]+)?\.js$/;
const program = /\/commons\/.*\.js$/;

type Visit = (page: Page) => Promise<void>;
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** The three applications, which all load commons. */
const portal: Visit = async (page) => {
  await open(page, `${places.main}/cart`);
  await expect(page.getByRole('heading', { level: 1, name: '购物车' })).toBeVisible();
};
const userCentre: Visit = async (page) => {
  await open(page, `${places.user}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
};
const player: Visit = async (page) => {
  await open(page, `${places.player}/player/none/play`);
  await expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible();
};

/** Starts applications with a faulty commons container: each falls back to its bundled copy. */
async function expectOwnCopy(
  context: BrowserContext,
  what: string,
  [files, fault]: readonly [RegExp, Fault],
  visits: readonly Visit[],
): Promise<void> {
  let met = 0;
  await context.route(files, (route) => {
    met += 1;
    return fault(route);
  });
  const page = await context.newPage();
  await test.step(what, async () => {
    for (const visit of visits) {
      await visit(page);
      // A page may render before its commons container has timed out.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['commons']))
        .toBe('own copy');
    }
  });
  expect(met, `${what}: was met`).toBeGreaterThan(0);
  await page.close();
  await context.unroute(files);
}

const broken: Fault = (route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' });
const ofAnotherContract: Fault = async (route) => {
  const { response, text } = await whole(route);
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
  const all = [portal, userCentre, player];
  await expectOwnCopy(context, 'hangs', [program, faults.hangs], all);
  await expectOwnCopy(context, 'is of another contract', [program, ofAnotherContract], all);
});

test('an app falls back to its bundled copy for every other failure of the commons container', async ({
  page,
  context,
}) => {
  await signIn(page, nurse);
  const cases: [string, RegExp, Fault][] = [
    ...Object.entries(faults).map(([what, fault]): [string, RegExp, Fault] => [what, entry, fault]),
    ['lacks a chunk', chunk, faults['answers 404']],
    ['has a chunk that hangs', chunk, faults.hangs],
    ['has a broken chunk', chunk, broken],
  ];
  for (const [at, [what, files, fault]] of cases.entries()) {
    // One app per fault: all of them load the container in the same way.
    const visit = [portal, userCentre, player][at % 3] ?? portal;
    await expectOwnCopy(context, what, [files, fault], [visit]);
  }
});
