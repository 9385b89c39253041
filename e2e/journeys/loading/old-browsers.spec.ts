import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { courseId, sectionId } from '@cme/sample/ids';
import { allowedCalls } from '@cme/area-build/browsers/allowed';
import { findNewFeatures } from '@cme/area-build/browsers/features';
import { findCalls } from '@cme/area-build/browsers/find-calls';
import { polyfilledCalls } from '@cme/area-build/browsers/polyfills';
import { createAccount } from '../../support/account.ts';
import { chooseFirst, examAddress } from '../../support/exam.ts';
import { expect, test } from '../../support/journey.ts';
import { becomeOld, oldestBrowsers } from '../../support/old-browsers.ts';
import { origins } from '../../support/origins.ts';
import { signInByForm } from '../../support/people.ts';
import { startVideo } from '../../support/video.ts';

const root = join(import.meta.dirname, '../../..');
/** Of the test site; no other journey opens this examination. */
const examinee = '13800000021';
const isPolyfill = (address: string) => /\/polyfills\.\w+\.js$/.test(address);

for (const oldest of oldestBrowsers)
  test.describe(`in ${oldest.join(' ')}`, () => {
    test.beforeEach(async ({ context }) => becomeOld(context, oldest));

    test('a learner finds a course, signs in and watches it', async ({ page }) => {
      const { mobile } = await createAccount(origins.main);
      await page.goto(origins.main);
      await page.getByRole('link', { name: '公需科目' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: '公需科目' })).toBeVisible();
      await signInByForm(page, mobile);
      await page.goto(`${origins.main}/item/course/${courseId('main', 'hand-hygiene')}/detail`);
      await page.getByRole('button', { name: '立即学习' }).click();
      await page.waitForURL((address) => address.origin === origins.player);
      await startVideo(page);
      await page.goto(`${origins.user}/user/learn`);
      await expect(
        page.getByRole('listitem').filter({ hasText: '手卫生：五个时刻与七步洗手' }),
      ).toBeVisible();
      await page.goto(`${origins.user}/user/setting`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    test('a document is shown and can be read page by page', async ({ page }) => {
      const { mobile } = await createAccount(origins.main);
      await signInByForm(page, mobile);
      await page.goto(`${origins.main}/item/course/${courseId('main', 'myopia')}/detail`);
      await page.getByRole('button', { name: '立即学习' }).click();
      await page.waitForURL((address) => address.origin === origins.player);
      const section = sectionId('main', 'myopia', 1, 80);
      await page.goto(
        `${origins.player}/player/${courseId('main', 'myopia')}/play?section=${section}`,
      );
      await expect(page.getByText('裸眼视力、屈光度')).toBeAttached();
      await page.getByRole('button', { name: '下一页' }).click();
      await expect(page.getByText('远视储备不足：每半年一次')).toBeAttached();
    });

    test('an examination starts, or continues, and keeps its answers', async ({ page }) => {
      await signInByForm(page, examinee, origins.test);
      await page.goto(examAddress(origins.test, 'test', 'medical-ethics'));
      await page.getByRole('button', { name: /^(开始|继续)考试$/ }).click();
      await chooseFirst(page);
      await expect(page.getByText(/^已保存/)).toBeVisible();
    });
  });

test('a browser of today loads no polyfills, one that lacks a call does', async ({
  page,
  context,
}) => {
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  await page.goto(origins.main, { waitUntil: 'networkidle' });
  await expect(page.locator('html[data-started]')).toBeAttached();
  expect(requested.filter(isPolyfill)).toEqual([]);
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  await page.reload();
  await expect(page.locator('html[data-started]')).toBeAttached();
  expect(requested.filter(isPolyfill)).toHaveLength(1);
});

test('every polyfill and every exception of the check is needed by the builds', () => {
  const features = findNewFeatures();
  const files = globSync('apps/*/dist/{web,area}/*.{js,mjs}', { cwd: root });
  const scripts = files.filter((file) => !isPolyfill(file));
  const used = new Set(
    scripts.flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      return [...findCalls(code, features, file.endsWith('.mjs')).used];
    }),
  );
  // The data know nothing of pages without https.
  used.add('crypto.randomUUID');
  expect(scripts.length).toBeGreaterThan(100);
  const unneeded = [...polyfilledCalls, ...Object.keys(allowedCalls)].filter(
    (call) => !used.has(call),
  );
  expect(unneeded).toEqual([]);
});
