import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

test('a help article is found by the tree, by search and by its URL', async ({
  page,
  complaints,
}) => {
  await page.goto(`${origins.main}/helpcenter`);
  await expect(page.getByRole('heading', { name: '帮助手册', level: 1 })).toBeVisible();
  const tree = page.getByRole('navigation', { name: '帮助目录' });
  for (const group of ['账号', '选课购买', '学习', '考试', '证书', '学分兑换', '发票'])
    await expect(tree.getByText(group, { exact: true })).toBeVisible();
  await expectAccessible(page, complaints);
  await tree.getByRole('link', { name: '申请退款' }).click();
  await expect(page.getByRole('heading', { name: '申请退款', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '申请退款', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: '在帮助手册中查找' }).fill('红冲');
  await page.getByRole('button', { name: '查找', exact: true }).click();
  await expect(page.getByText(/找到 \d+ 篇/)).toBeVisible();
  await tree.getByRole('link', { name: /发票抬头写错了/ }).click();
  await expect(page.getByRole('heading', { name: '发票抬头写错了', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '申请退款', level: 1 })).toBeVisible();
});

test('the certificate guide shows its steps, and all its pictures load', async ({
  page,
  complaints,
}) => {
  await page.goto(`${origins.main}/helpcenter/certificate`);
  await expect(
    page.getByRole('heading', { name: '专业年度合格证书申请手册', level: 1 }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: '点击“申请证书”' })).toBeVisible();
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300);
    expect(await picture.getAttribute('alt')).not.toBe('');
  }
  await page.getByText('申请证书收费吗？').click();
  await expect(page.getByText('查看、下载、打印和核验也都不收费')).toBeVisible();
  await expectAccessible(page, complaints);
});
