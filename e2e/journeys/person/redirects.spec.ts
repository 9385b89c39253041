import { expect, test } from '../../support/journey.ts';
import { fillSignIn, nurse } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

const hostile = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://cme.localhost.evil.example/',
  'http://evilcme.localhost/',
  'http://cme.localhost@evil.example/',
  'http://evil.example#.cme.localhost',
  '/%09/evil.example',
  '\thttps://evil.example/',
  'https:evil.example',
  `${origins.hospital}/`,
];

test.describe(() => {
  // The session is removed without the page's knowledge before each round.
  test.use({ allowed: /401 .*(user_info|shopplist\/count)/ });

  test('no targetUrl leads to a host outside the site', async ({ page, context }) => {
    test.setTimeout(180_000);
    const requests: string[] = [];
    context.on('request', (request) => {
      if (request.isNavigationRequest()) requests.push(request.url());
    });
    await page.goto(`${origins.main}/login`);
    for (const target of hostile) {
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${origins.main}/login?targetUrl=${encodeURIComponent(target)}`);
      await fillSignIn(page, nurse);
      await page.waitForURL((address) => address.pathname !== '/login');
      expect(new URL(page.url()).origin, target).toBe(origins.main);
    }
    expect(requests.filter((address) => new URL(address).origin !== origins.main)).toEqual([]);
  });
});

test('targetUrl leads to another domain of the same site in one step', async ({ page }) => {
  const steps: string[] = [];
  page.on(
    'request',
    (request) =>
      request.isNavigationRequest() &&
      request.url().startsWith(origins.user) &&
      steps.push(request.url()),
  );
  await page.goto(
    `${origins.main}/login?targetUrl=${encodeURIComponent(`${origins.user}/user/learn`)}`,
  );
  await fillSignIn(page, nurse);
  await page.waitForURL(`${origins.user}/user/learn`);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  expect(steps).toHaveLength(1);
});

test('a guarded page asks for sign-in, says why, and returns to the page', async ({ page }) => {
  await page.goto(`${origins.user}/user/learn?tab=completed`);
  await page.waitForURL(
    (address) => address.origin === origins.main && address.pathname === '/login',
  );
  await expect(page.getByText('请先登陆')).toBeVisible();
  await fillSignIn(page, nurse);
  await page.waitForURL(`${origins.user}/user/learn?tab=completed`);
  await expect(page.getByRole('tab', { name: /已完成/ })).toHaveAttribute('aria-selected', 'true');
});
