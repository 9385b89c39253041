import type { Page, Route } from '@playwright/test';
import { fetchAs } from '@cme/commons/api-client/node';
import { expect, test } from '../../support/journey.ts';
import { hospitalLearner, signIn } from '../../support/people.ts';
import { direct, origins } from '../../support/origins.ts';

test.use({
  allowed: /detail_count|integrity|Content Security Policy|Content-Security-Policy|RUNTIME|player/,
});
test.describe.configure({ timeout: 120_000 });

const entry = /\/static\/player\/[0-9a-f]+\/area\/remoteEntry\.js/;

/** Responds with the edge's reply after modifying it. */
async function serveChanged(route: Route, change: (text: string) => string): Promise<void> {
  const { origin, pathname, search } = new URL(route.request().url());
  const cookie = (await route.request().allHeaders())['cookie'] ?? '';
  const answer = await fetchAs(direct.hostOf(origin))(direct.address + pathname + search, {
    headers: { cookie },
  });
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-encoding'];
  delete headers['content-length'];
  await route.fulfill({ status: answer.status, headers, body: change(await answer.text()) });
}

/** A page of the customer domain whose player cannot be loaded. */
async function expectRefused(page: Page): Promise<void> {
  await page.goto(`${origins.hospital}/player/none/play`);
  await expect(page.getByRole('main').getByRole('button', { name: '重试' })).toBeVisible();
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  await expect(page.getByRole('banner')).toBeVisible();
}

test('an area whose files were tampered with does not run; the rest of the page does', async ({
  page,
}) => {
  await signIn(page, hospitalLearner, origins.hospital);
  await page.goto(`${origins.hospital}/player/none/play`);
  await expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible();
  await page.route(entry, (route) =>
    serveChanged(route, (text) => `${text};globalThis.tampered = 1`),
  );
  await expectRefused(page);
});

test('an area on a host that is not allowed is not requested', async ({ page }) => {
  let requests = 0;
  // A host that would serve it; what the page's policy forbids is never requested.
  await page.route(
    ({ hostname }) => hostname === 'elsewhere.localhost',
    (route) => {
      requests += 1;
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'globalThis.tampered = 1;',
      });
    },
  );
  await signIn(page, hospitalLearner, origins.hospital);
  await page.route('**/player/none/play', (route) =>
    serveChanged(route, (text) =>
      text.replace(
        /"entry":"(\/static\/player[^"]*)","integrity":"[^"]*"/,
        `"entry":"http://elsewhere.localhost:${new URL(origins.hospital).port}$1"`,
      ),
    ),
  );
  await expectRefused(page);
  expect(requests).toBe(0);
});
