import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect as expectSoon, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

const expect = expectSoon.configure({ timeout: 60_000 });

test.use({
  allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  actionTimeout: 60_000,
});

/** The part size of the page's uploads. */
const partSize = 2 * 1024 * 1024;

/** A scan of nine megabytes, which is uploaded in five parts. */
function createLargePdf(): Buffer {
  const pageContent = `${'% scanned page '.repeat(5)}\n`.repeat(120_000);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${pageContent.length} >>\nstream\n${pageContent}endstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(
    `%PDF-1.7\n${objects.join('')}trailer << /Root 1 0 R /Size 5 >>\nstartxref\n0\n%%EOF\n`,
  );
}

/** A connection that holds back parts from an offset on, until the offset is raised. */
async function holdUploadParts(page: Page) {
  const offsets: number[] = [];
  let releasedUntil = 0;
  let waiting: { offset: number; go: () => void }[] = [];
  await page.route(/\/upload\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const offset = Number(await route.request().headerValue('upload-offset'));
    offsets.push(offset);
    if (offset >= releasedUntil)
      await new Promise<void>((resume) => waiting.push({ offset, go: resume }));
    // The page may have aborted it in the meantime.
    await route.continue().catch(() => undefined);
  });
  return {
    offsets,
    /** Lets parts that begin before this offset through. */
    releaseUntil(offset: number) {
      releasedUntil = offset;
      const released = waiting.filter((part) => part.offset < releasedUntil);
      waiting = waiting.filter((part) => part.offset >= releasedUntil);
      for (const { go } of released) go();
    },
    /** Waits until the page has sent a part that begins here and is held back. */
    holds: (offset: number) =>
      expect.poll(() => offsets.at(-1), `a part from ${offset} waits`).toBe(offset),
  };
}

async function openProofs(page: Page) {
  await register(page, origins.main);
  await page.goto(`${origins.main}/changecredits/declare`);
  await page.getByRole('button', { name: /^基层服务/ }).click();
  await page.getByLabel('服务内容').fill('巡诊');
  await expect(page).toHaveURL(/no=/);
  await expect(page.getByText('已自动保存')).toBeVisible();
  const no = new URL(page.url()).searchParams.get('no');
  await page.goto(`${origins.main}/changecredits/declare?no=${no}&step=files`);
  const field = page.getByRole('group', { name: '单位证明' });
  return { field, chooser: field.getByLabel('单位证明 选择文件') };
}

test('a large upload survives a pause, a lost connection and a reload without sending any part twice', async ({
  page,
  context,
  complaints,
}, info) => {
  test.setTimeout(420_000);
  const path = info.outputPath('单位证明.pdf');
  await writeFile(path, createLargePdf());
  const { field, chooser } = await openProofs(page);
  const row = field.getByRole('listitem').filter({ hasText: '单位证明.pdf' });
  const button = (name: string) => row.getByRole('button', { name });
  const next = page.getByRole('button', { name: '下一步' });
  const upload = await holdUploadParts(page);

  upload.releaseUntil(partSize);
  await chooser.setInputFiles(path);
  await upload.holds(partSize);
  await expect(row).toContainText(/上传中 2\d%/);
  await button('暂停').click();
  await expect(row).toContainText(/已暂停 2\d%/);
  await next.click();
  await expect(page.getByText('还有文件没有传完')).toBeVisible();
  await expectAccessible(page, complaints);

  // Continue while an earlier step is shown.
  upload.releaseUntil(2 * partSize);
  await button('继续').click();
  await page.getByRole('button', { name: '上一步' }).click();
  await expect(page.getByLabel('服务内容')).toHaveValue('巡诊');
  await upload.holds(2 * partSize);
  await page.goBack();
  await expect(row).toContainText(/上传中 4\d%/);

  await context.setOffline(true);
  await expect(row).toContainText('网络已断开，恢复后自动继续');
  upload.releaseUntil(3 * partSize);
  await context.setOffline(false);
  await upload.holds(3 * partSize);
  await expect(row).toContainText(/上传中 6\d%/);

  await page.reload();
  await expect(row).toContainText(/上次传到 6\d%，请重新选择同一文件继续/);
  upload.releaseUntil(Infinity);
  const sentParts = upload.offsets.length;
  await chooser.setInputFiles(path);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('上传完成');
  expect(upload.offsets.slice(sentParts), 'it goes on where it stopped').toEqual([
    3 * partSize,
    4 * partSize,
  ]);
});

test('an HTML file named .jpg is rejected with a reason, and the existing file stays', async ({
  page,
  complaints,
}) => {
  test.setTimeout(300_000);
  const { field, chooser } = await openProofs(page);
  const hostile = '<!doctype html><script>fetch("/steal")</script>';
  await chooser.setInputFiles({
    name: '照片.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(hostile),
  });
  const refused = field.getByRole('listitem').filter({ hasText: '照片.jpg' });
  await expect(refused).toContainText('未通过：只支持 jpg、png、pdf 文件');
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText(/^请上传/)).toBeVisible();
  await refused.getByRole('button', { name: '删除' }).click();
  await expect(refused).toHaveCount(0);
});
