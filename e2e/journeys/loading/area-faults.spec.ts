import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { type Fault, faults } from '../../support/faults.ts';
import { hospitalLearner, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test.use({
  allowed:
    /user-centre|user_centre|user: no answer|player|detail_count|RUNTIME-|ERR_FAILED|Loading chunk|Failed to load resource|MIME type|integrity/,
});
test.describe.configure({ timeout: 120_000 });

/** The timeout after which a missing part is reported. */
const timeoutMs = 5000;

interface Area {
  name: 'user-centre' | 'player';
  address: string;
  shows(page: Page): Promise<void>;
}
const userCentre: Area = {
  name: 'user-centre',
  address: `${origins.hospital}/user/learn`,
  shows: (page) => expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible(),
};
const player: Area = {
  name: 'player',
  address: `${origins.hospital}/player/none/play`,
  shows: (page) =>
    expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible(),
};

const entryPattern = ({ name }: Area) => new RegExp(`/static/${name}/.*/remoteEntry\\.js`);
const chunkPattern = ({ name }: Area) => new RegExp(`/static/${name}/.*expose_area.*\\.js`);
const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: '重试' });

/** Records when 重试 appeared, by the page's clock. */
function markErrorTime(): void {
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('main button')];
    if (!buttons.some((button) => button.textContent === '重试')) return;
    observer.disconnect();
    performance.mark('told');
  });
  observer.observe(document, { childList: true, subtree: true });
}
/** Milliseconds since the page's own scripts had run, so that a slow start does not count. */
const waited = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [start] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [mark] = performance.getEntriesByName('told');
    return (mark?.startTime ?? Infinity) - (start?.domContentLoadedEventEnd ?? 0);
  });

/** Opens a page of a faulty area: the frame is shown, and the area reports the error in time. */
async function expectError(
  context: BrowserContext,
  page: Page,
  area: Area,
  description: string,
  [files, fault]: readonly [RegExp, Fault],
): Promise<void> {
  let faultCount = 0;
  await context.route(files, (route) => {
    faultCount += 1;
    return fault(route);
  });
  await page.goto(area.address, { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(retryButton(page), description).toBeVisible();
  expect(await waited(page), `${description}: milliseconds until told`).toBeLessThan(timeoutMs);
  expect(faultCount, `${description}: was met`).toBeGreaterThan(0);
}

for (const area of [userCentre, player])
  test(`when ${area.name} fails to load on a customer domain, the page shows the frame and 重试, and 重试 recovers`, async ({
    page,
    context,
  }) => {
    await signIn(page, hospitalLearner, origins.hospital);
    await page.addInitScript(markErrorTime);
    for (const [description, fault] of Object.entries(faults)) {
      await expectError(context, page, area, description, [entryPattern(area), fault]);
      await context.unroute(entryPattern(area));
    }
    await expectError(context, page, area, 'lacks a chunk', [
      chunkPattern(area),
      faults['answers 404'],
    ]);
    await page.getByRole('link', { name: '专业科目' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '专业科目' })).toBeVisible();
    await page.goBack();
    await expect(retryButton(page)).toBeVisible();
    await context.unroute(chunkPattern(area));
    await retryButton(page).click();
    await area.shows(page);
  });

test('an area that hangs at start does not block the other one', async ({ page, context }) => {
  await signIn(page, hospitalLearner, origins.hospital);
  for (const [failing, working] of [
    [userCentre, player],
    [player, userCentre],
  ] as const) {
    await context.route(entryPattern(failing), () => faults.hangs());
    await page.goto(working.address, { waitUntil: 'commit' });
    await working.shows(page);
    await context.unroute(entryPattern(failing));
  }
});
