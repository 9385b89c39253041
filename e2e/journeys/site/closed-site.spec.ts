import { expect, test } from '../../support/journey.ts';
import { hospitalLearner, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

const pages = [
  '/',
  '/publicneed',
  '/profession',
  '/search?keyword=a',
  '/item/course/x/detail',
  '/user/learn',
  '/player/x/play',
  '/404',
  '/prohibit',
  '/no/such/page',
];

for (const path of pages) {
  test(`a closed site asks for sign-in at ${path}`, async ({ page }) => {
    await page.goto(origins.hospital + path);
    await page.waitForURL((address) => address.pathname === '/login');
    await expect(page.getByText('该站点不对外开放')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('targetUrl')).toBe(path);
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  });
}

test('a closed site shows only its name and the sign-in page to guests', async ({ page }) => {
  const reply = await page.goto(origins.hospital);
  expect(await reply?.text()).not.toContain('护理查房');
  await page.waitForURL((address) => address.pathname === '/login');
  await expect(page.getByRole('main')).not.toContainText('护理查房');
});

test('a closed site opens to its own learners', async ({ page }) => {
  await signIn(page, hospitalLearner, origins.hospital);
  await page.goto(`${origins.hospital}/search?keyword=护理查房`);
  await expect(page.getByRole('status').filter({ hasText: /共 \d+ 门课程/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /护理查房/ }).first()).toBeVisible();
});
