import { begin, chooseFirst, examAddress, shortenTime } from '../support/exam.ts';
import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

test('when the time is over the page hands in by itself, and tells the truth when it cannot', async ({ page, context }) => {
  test.setTimeout(120_000);
  await signIn(page, '13800000021', places.test);
  const address = examAddress(places.test, 'test', 'medical-ethics');

  await shortenTime(page, 8);
  await page.goto(address);
  await begin(page);
  await chooseFirst(page);
  await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('不合格', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });

  await shortenTime(page, 8, /\/qm\/api\/exam\/start$/);
  await page.getByRole('link', { name: '重新考试' }).click();
  await begin(page);
  await context.setOffline(true);
  await chooseFirst(page);
  const dialog = page.getByRole('dialog', { name: '考试时间已到' });
  await expect(dialog).toContainText('服务器会按已收到的答案自动交卷', { timeout: 20_000 });
  await expect(dialog).toContainText('有 1 题的最后改动还没有上传');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible({ timeout: 20_000 });
});
