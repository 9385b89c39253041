import { expect, expectAccessible, test } from '../../support/journey.ts';
import { direct, origins } from '../../support/origins.ts';

test('news are browsed by type, read and printed', async ({ page, complaints }) => {
  await page.goto(`${origins.main}/news`);
  await expect(page.getByRole('heading', { name: '政策法规', level: 1 })).toBeVisible();
  await expect(page.getByText('置顶').first()).toBeVisible();
  await expectAccessible(page, complaints);
  await page.getByRole('tab', { name: '通知公告' }).click();
  await expect(page).toHaveURL(/\?type=B$/);
  await page.getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/type=B&page=2/);
  await page.reload();
  await expect(page.getByRole('tab', { name: '通知公告', selected: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?type=B$/);

  await page.getByRole('link', { name: '关于办理本年度专业年度合格证书的通知' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '关于办理本年度专业年度合格证书的通知',
  );
  await expect(page).toHaveTitle(/^关于办理本年度专业年度合格证书的通知-/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 单位集中核验名单模板.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('单位集中核验名单模板.pdf');
  await expectAccessible(page, complaints);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  const next = page.getByRole('navigation', { name: '上一条和下一条' }).getByRole('link').last();
  const title = await next.textContent();
  await next.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test('news are rendered on the server without those of other sites', async ({ request }) => {
  const answered = await request.get(`${direct.address}/news`, {
    headers: { host: direct.hostOf(origins.main) },
  });
  const html = await answered.text();
  expect(html).toContain('关于办理本年度专业年度合格证书的通知');
  expect(html).not.toContain('新入职人员岗前培训安排');
});

test.describe('a news item that does not exist', () => {
  test.use({ allowed: /status of 404 .*\/news\/(unknown\/)?detail\)$/ });

  test('shows the page not found', async ({ page }) => {
    const answer = await page.goto(`${origins.main}/news/unknown/detail`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  });
});
