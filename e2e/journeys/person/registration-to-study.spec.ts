import { expect, test } from '../../support/journey.ts';
import { tokenOf } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import {
  describePerson,
  expectRegistered,
  newPerson,
  pressRegister,
  proveMobile,
} from '../../support/register.ts';
import { startVideo } from '../../support/video.ts';

test('a nurse registers, finds a free course, studies a section and sees her progress with a single sign-in', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const person = newPerson();
  await page.goto(origins.main);
  await page.getByRole('link', { name: '注册', exact: true }).first().click();
  await expect(page).toHaveTitle(/^注册-/);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expectRegistered(page, person.name);

  await page.getByRole('combobox', { name: '搜索课程' }).fill('七步洗手');
  await page.getByRole('combobox', { name: '搜索课程' }).press('Enter');
  await expect(page.getByText('共 1 门课程')).toBeVisible();
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await expect(
    page.getByRole('heading', { level: 1, name: '手卫生：五个时刻与七步洗手' }),
  ).toBeVisible();
  await expect(page.getByText('免费', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === origins.player);
  await expect(page).toHaveTitle(/^手卫生：五个时刻与七步洗手-/);
  await startVideo(page);
  await expect(page.getByRole('status').getByText('本节已学完')).toBeVisible({ timeout: 100_000 });
  await expect(
    page.getByRole('navigation', { name: '目录' }).getByRole('listitem').first(),
  ).toContainText('已完成');

  await page.goto(`${origins.user}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: '手卫生：五个时刻与七步洗手' });
  await expect(row).toContainText(/3[34]%/);
  await expect(row).toContainText('还差');
  await row.getByRole('link', { name: '继续学习' }).click();
  await page.waitForURL((address) => address.origin === origins.player);
  expect(await tokenOf(page)).toBeTruthy();
});
