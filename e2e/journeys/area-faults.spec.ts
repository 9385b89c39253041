import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { type Fault, faults } from '../support/faults.ts';
import { ofHospital, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({
  allowed:
    /user-centre|user_centre|player|detail_count|RUNTIME-|ERR_FAILED|Loading chunk|Failed to load resource|MIME type|integrity/,
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
  address: `${places.hospital}/user/learn`,
  shows: (page) => expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible(),
};
const player: Area = {
  name: 'player',
  address: `${places.hospital}/player/none/play`,
  shows: (page) =>
    expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible(),
};

const entryOf = ({ name }: Area) => new RegExp(`/static/${name}/.*/remoteEntry\\.js`);
const chunkOf = ({ name }: Area) => new RegExp(`/static/${name}/.*expose_area.*\\.js`);
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: '重试' });

/** Records when 重试 appeared, by the page's clock. */
function noteTime(): void {
  const watcher = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('main button')];
    if (!buttons.some((button) => button.textContent === '重试')) return;
    watcher.disconnect();
    performance.mark('told');
  });
  watcher.observe(document, { childList: true, subtree: true });
}
/** Milliseconds since the page's own scripts had run, so that a slow start does not count. */
const waited = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [start] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [told] = performance.getEntriesByName('told');
    return (told?.startTime ?? Infinity) - (start?.domContentLoadedEventEnd ?? 0);
  });

/** Opens a page of a faulty area: the frame is shown, and the area reports the error in time. */
async function expectTold(
  context: BrowserContext,
  page: Page,
  area: Area,
  what: string,
  [files, fault]: readonly [RegExp, Fault],
): Promise<void> {
  let met = 0;
  await context.route(files, (route) => {
    met += 1;
    return fault(route);
  });
  await page.goto(area.address, { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(retry(page), what).toBeVisible();
  expect(await waited(page), `${what}: milliseconds until told`).toBeLessThan(timeoutMs);
  expect(met, `${what}: was met`).toBeGreaterThan(0);
}

for (const area of [userCentre, player])
  test(`when ${area.name} fails to load on a customer domain, the page shows the frame and 重试, and 重试 recovers`, async ({
    page,
    context,
  }) => {
    await signIn(page, ofHospital, places.hospital);
    await page.addInitScript(noteTime);
    for (const [what, fault] of Object.entries(faults)) {
      await expectTold(context, page, area, what, [entryOf(area), fault]);
      await context.unroute(entryOf(area));
    }
    await expectTold(context, page, area, 'lacks a chunk', [chunkOf(area), faults['answers 404']]);
    await page.getByRole('link', { name: '公需科目' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '公需科目' })).toBeVisible();
    await page.goBack();
    await expect(retry(page)).toBeVisible();
    await context.unroute(chunkOf(area));
    await retry(page).click();
    await area.shows(page);
  });

test('an area that hangs at start does not block the other one', async ({ page, context }) => {
  await signIn(page, ofHospital, places.hospital);
  for (const [dead, other] of [
    [userCentre, player],
    [player, userCentre],
  ] as const) {
    await context.route(entryOf(dead), () => faults.hangs());
    await page.goto(other.address, { waitUntil: 'commit' });
    await other.shows(page);
    await context.unroute(entryOf(dead));
  }
});
