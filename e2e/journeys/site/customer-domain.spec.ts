import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../../support/register.ts';
import { decideApplication } from '../../support/unit-admin.ts';
import { startVideo } from '../../support/video.ts';

test('on a customer domain a nurse registers, finds, joins and studies a course on a single origin', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const otherOrigins: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origins.hospital && request.url().startsWith('http'))
      otherOrigins.push(request.url());
  });
  const person = newPerson();
  await page.goto(`${origins.hospital}/login`);
  await page.getByRole('link', { name: '注册账号' }).click();
  await expect(page).toHaveTitle(/^注册-/);
  await describePerson(page, person, '清渚市第一人民医院');
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册申请待审核');
  await decideApplication(({ mobile }) => mobile.slice(-4) === person.mobile.slice(-4), 'approve');
  await page.goto(`${origins.hospital}/publicneed`);
  await page.getByRole('combobox', { name: '搜索课程' }).fill('心搏骤停');
  await page.getByRole('combobox', { name: '搜索课程' }).press('Enter');
  await page
    .getByRole('link', { name: /院内心搏骤停应急演练/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL(/\/player\/.+\/play/);
  await startVideo(page);
  await expect(page.getByRole('status').getByText('本节已学完')).toBeVisible({ timeout: 100_000 });
  await page.goto(`${origins.hospital}/user/learn`);
  await expect(
    page.getByRole('listitem').filter({ hasText: '院内心搏骤停应急演练' }),
  ).toContainText('还差');
  expect(otherOrigins).toEqual([]);
});
