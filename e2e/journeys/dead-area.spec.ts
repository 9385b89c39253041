import { expect, test } from '../support/journey.ts';
import { ofHospital, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({ allowed: /user-centre|user_centre|RUNTIME-/ });

test('a dead area on a customer domain leaves the portal working, and 重试 brings it back', async ({
  page,
  context,
}) => {
  await signIn(page, ofHospital, places.hospital);
  await context.route(/user-centre.*\.js$/, (route) => route.abort());
  await page.goto(`${places.hospital}/search`);
  await page.getByRole('button', { name: '吴桐' }).click();
  await page.getByRole('link', { name: '我的课程' }).click();
  await expect(page.getByText('加载失败')).toBeVisible();
  const retry = page.getByRole('button', { name: '重试' });
  await expect(retry).toBeVisible();

  await page.getByRole('link', { name: '公需科目' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '公需科目' })).toBeVisible();
  await page.getByRole('button', { name: '吴桐' }).click();
  await page.getByRole('link', { name: '我的课程' }).click();
  await expect(retry).toBeVisible();
  await context.unroute(/user-centre.*\.js$/);
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
});
