import { expect, test } from '../../support/journey.ts';
import { nurse, hospitalLearner, signInByForm, tokenOf } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('signing in on one domain signs in on all three, without a redirect or a token in any URL', async ({
  page,
  context,
}) => {
  const addresses: string[] = [];
  const redirects: string[] = [];
  context.on('request', (request) =>
    addresses.push(request.url(), request.headers().referer ?? ''),
  );
  context.on('response', (response) => {
    if (
      response.request().isNavigationRequest() &&
      response.status() >= 300 &&
      response.status() < 400
    )
      redirects.push(response.url());
  });
  await signInByForm(page, nurse);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  redirects.length = 0;

  await page.goto(`${origins.user}/user/learn`);
  await expect(page).toHaveURL(`${origins.user}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  const atUser = await tokenOf(page);

  const link = page.getByRole('link', { name: '继续学习' }).first();
  await link.click();
  await page.waitForURL((address) => address.origin === origins.player);
  await expect(page.getByRole('button', { name: /开始播放|继续播放/ })).toBeVisible();
  const atPlayer = await tokenOf(page);
  await page.goto(origins.main);
  const atMain = await tokenOf(page);

  expect(redirects, 'redirects between the domains').toEqual([]);
  const tokens = [atMain, atUser, atPlayer];
  expect(new Set(tokens).size, 'each origin has a token of its own').toBe(3);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(
      addresses.filter((address) => address.includes(token as string)),
      'addresses that hold a token',
    ).toEqual([]);
  }
});

test('a session of one site is invalid on another', async ({ page }) => {
  await signInByForm(page, nurse);
  await page.goto(`${origins.hospital}/user/learn`);
  await page.waitForURL((address) => address.pathname === '/login');
  expect(await tokenOf(page)).toBeNull();

  await signInByForm(page, hospitalLearner, origins.hospital);
  await expect(page.getByRole('button', { name: '吴桐' })).toBeVisible();
  await page.goto(origins.main);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
});
