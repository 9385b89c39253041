import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { physician, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

async function downloadFile(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return file.suggestedFilename();
}

test('certificates and invoices download as files without leaving the page', async ({ page }) => {
  await signIn(page, physician);
  await page.goto(`${origins.user}/user/mycertificate`);
  await page.getByRole('link', { name: '查看证书' }).first().click();
  const sheet = page.getByRole('dialog', { name: '查看证书' });
  await expect(sheet.getByRole('article')).toBeVisible();
  expect(
    await downloadFile(page, () => sheet.getByRole('button', { name: '下载证书' }).click()),
  ).toMatch(/\.pdf$/);
  await sheet.getByText('更多', { exact: true }).click();
  expect(
    await downloadFile(page, () => sheet.getByRole('button', { name: '机读凭证（JSON）' }).click()),
  ).toMatch(/\.json$/);
  await expect(sheet.getByRole('article')).toBeVisible();

  await page.goto(`${origins.user}/user/order`);
  const invoice = page.getByRole('dialog', { name: '查看发票' });
  const issued = page
    .getByRole('listitem')
    .filter({ hasText: '急性缺血性卒中绿色通道' })
    .filter({ has: page.getByRole('button', { name: '查看发票' }) });
  await issued.getByRole('button', { name: '查看发票' }).click();
  await expect(invoice).toContainText('已开票');
  expect(
    await downloadFile(page, () => invoice.getByRole('button', { name: '下载发票' }).click()),
  ).toMatch(/^发票-\d+\.pdf$/);
  await expect(invoice).toBeVisible();
});
