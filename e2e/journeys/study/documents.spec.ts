import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { courseId, sectionId } from '@cme/sample/ids';
import { createAccount } from '../../support/account.ts';
import { createScannedDocument, createUnembeddedDocument } from '../../support/documents.ts';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { signIn } from '../../support/people.ts';

const root = join(import.meta.dirname, '../../..');
const course = courseId('main', 'myopia');
const section = sectionId('main', 'myopia', 1, 80);
const shownDocument = (page: Page) => page.getByRole('group', { name: '文档' });

/** Opens the course's document, and returns what the page requests for documents. */
async function openDocument(page: Page): Promise<string[]> {
  const { mobile } = await createAccount(origins.main);
  await signIn(page, mobile);
  const requested: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/pdf')) requested.push(pathname.replace(/^\/static\/player\/\w+/, ''));
  });
  await page.goto(`${origins.main}/item/course/${course}/detail`);
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL(({ origin }) => origin === origins.player);
  await page.goto(`${origins.player}/player/${course}/play?section=${section}`);
  return requested;
}

/** How many points of the page are drawn dark. */
const countInk = (page: Page): Promise<number> =>
  shownDocument(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const bytes = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      let count = 0;
      for (let at = 0; at < bytes.length; at += 4)
        if ((bytes[at] ?? 0) < 128 && bytes[at + 3] === 255) count += 1;
      return count;
    });

/** The course's document has this content. */
const replaceDocument = (page: Page, body: Buffer) =>
  page
    .context()
    .route('**/document.pdf*', (route) => route.fulfill({ body, contentType: 'application/pdf' }));

test('a Chinese document that does not embed its font shows its text', async ({ page }) => {
  const text = '近视防控：每天两小时户外活动';
  await replaceDocument(page, createUnembeddedDocument(text));
  const requested = await openDocument(page);
  await expect(shownDocument(page)).toContainText(text);
  expect(await countInk(page)).toBeGreaterThan(500);
  expect(requested).toContain('/web/pdf/cmaps/UniGB-UCS2-H.bcmap');
});

test('a scanned page in JPEG 2000 is shown', async ({ page }) => {
  await replaceDocument(page, createScannedDocument());
  const requested = await openDocument(page);
  await expect.poll(() => countInk(page)).toBeGreaterThan(10_000);
  expect(requested).toContain('/web/pdf/wasm/openjpeg.wasm');
});

test('a document that embeds its fonts loads the worker and no character maps', async ({
  page,
}) => {
  const requested = await openDocument(page);
  await expect(shownDocument(page)).toContainText('建档');
  expect(requested).toEqual(['/web/pdf.worker.min.mjs']);
});

test('a release of the player has the worker of documents once, and both builds request it', () => {
  const dist = join(root, 'apps/player/dist');
  expect(globSync('**/pdf.worker*', { cwd: dist })).toEqual(['web/pdf.worker.min.mjs']);
  const namesIn = (build: string) =>
    globSync(`${build}/*.js`, { cwd: dist }).flatMap(
      (file) => readFileSync(join(dist, file), 'utf8').match(/"[^"]*pdf\.worker\.min\.mjs"/g) ?? [],
    );
  expect(namesIn('web')).toEqual(['"pdf.worker.min.mjs"']);
  expect(namesIn('area')).toEqual(['"../web/pdf.worker.min.mjs"']);
});
