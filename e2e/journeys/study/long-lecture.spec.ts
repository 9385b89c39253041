import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';
import { eventId } from '@cme/sample/events';
import { courseId } from '@cme/sample/ids';
import { freePort } from '../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../tools/programs/postgres.ts';
import { startStack } from '../../stack.ts';
import { expect, test } from '../../support/journey.ts';
import { fillSignIn, signIn } from '../../support/people.ts';
import { isPlaying, readVideoSecond, startVideo } from '../../support/video.ts';

// Addresses that have ended are refused, and renewed.
test.use({ allowed: /40[13]/ });
test.describe.configure({ mode: 'serial' });

const minute = 60_000;
const lecture = eventId('main', 'live-hand-replay');

let port = 0;
let folder = '';
let ahead = 0;
let stop: (() => Promise<void>) | undefined;
const originOf = (host: string) => `http://${host}:${port}`;

/** Moves the server's clock; the page's clock goes on. */
async function passOnServer(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  writeFileSync(clockFile(), String(ahead));
  await expect.poll(() => clocksOfStack().every((text) => text === String(ahead))).toBe(true);
}

const clockFile = () => join(folder, 'clock');
/** What the running processes of the stack have confirmed. */
const clocksOfStack = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith('clock.') && existsSync(`/proc/${name.slice(6)}`))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Moves both clocks, as on a device that was asleep. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await passOnServer(milliseconds);
  await page.clock.setSystemTime(Date.now() + ahead);
}

test.beforeAll(async () => {
  test.setTimeout(450_000);
  folder = mkdtempSync(join(tmpdir(), 'cme-lecture-'));
  ahead = 0;
  writeFileSync(clockFile(), '0');
  port = await freePort();
  const postgres = await startPostgres();
  const stopStack = await startStack({
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    APP_SECRET: 'a secret of long lectures alone, long enough',
    SAMPLE: 'Y',
    PAY_SANDBOX: 'Y',
    DRAIN_SECONDS: '0',
    START_SECONDS: '400',
    PORT: String(port),
    API_PORT: String(await freePort()),
    PAY_GATEWAY_PORT: String(await freePort()),
    DATA_DIR: folder,
    MOVED_CLOCK: clockFile(),
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../support/moved-clock.ts')}`,
  });
  stop = async () => {
    await stopStack();
    await postgres.stop();
  };
});
test.afterAll(async () => {
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page of a signed-in learner. */
async function open(page: Page, path: string, host = 'player.cme.localhost'): Promise<void> {
  await signIn(page, '13800000001', originOf('cme.localhost'), 'Learner2026');
  await page.goto(originOf(host) + path);
}

async function openLecture(page: Page): Promise<void> {
  await open(page, `/item/live/${lecture}/detail`, 'cme.localhost');
  await page.getByRole('button', { name: '观看回放' }).click();
  await page.waitForURL(/\/play/);
}

const failed = (page: Page) => page.getByText('视频加载失败');
const dialogs = (page: Page) => page.getByRole('dialog');

const isBeat = (response: Response) => response.url().endsWith('/player/beat');
/** Resolves when the server credits watched time again. */
async function waitForCredit(page: Page): Promise<void> {
  await page.waitForResponse(
    async (response) => {
      if (!isBeat(response) || !response.ok()) return false;
      const { data } = (await response.json()) as { data?: { accepted_seconds?: number } };
      return (data?.accepted_seconds ?? 0) > 0;
    },
    { timeout: 60_000 },
  );
}

async function expectPlaying(page: Page): Promise<void> {
  const from = await readVideoSecond(page);
  await expect.poll(() => readVideoSecond(page), { timeout: 30_000 }).toBeGreaterThan(from + 1);
  expect(await isPlaying(page)).toBe(true);
  await expect(failed(page)).toBeHidden();
  await expect(dialogs(page)).toBeHidden();
}

const passOf = (url: string) => /\/qm\/media\/([^/]+)\//.exec(url)?.[1] ?? '';

test('a lecture of 45 minutes plays and counts on when its address has ended', async ({ page }) => {
  test.setTimeout(240_000);
  const passes = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.m4s') && response.ok()) passes.add(passOf(response.url()));
  });
  await openLecture(page);
  await expect(page.getByText(/时长 45:/)).toBeVisible();
  await startVideo(page);
  await waitForCredit(page);
  expect(passes.size).toBe(1);
  await pass(page, 5 * minute);
  await waitForCredit(page);
  await pass(page, 5.5 * minute);
  // The next segment is fetched with a new pass.
  await expect.poll(() => passes.size, { timeout: 60_000 }).toBe(2);
  await expectPlaying(page);
  await waitForCredit(page);
  // A seek, back to what was played.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 2;
  });
  await expectPlaying(page);
});

test('play is pressed eleven minutes after the page was opened', async ({ page }) => {
  test.setTimeout(180_000);
  await openLecture(page);
  await expect(page.getByRole('button', { name: /^(开始|继续)播放$/ })).toBeEnabled();
  await pass(page, 11 * minute);
  await startVideo(page, '继续播放');
  await expectPlaying(page);
  await waitForCredit(page);
});

test('after a pause of 25 minutes study goes on where it stopped, without a word', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openLecture(page);
  await startVideo(page, '继续播放');
  await waitForCredit(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  const stopped = await readVideoSecond(page);
  await passOnServer(25 * minute);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
  await expectPlaying(page);
  await waitForCredit(page);
  expect(Math.abs((await readVideoSecond(page)) - stopped)).toBeLessThan(60);
});

test('after a pause of twelve hours the page asks to sign in again, and goes on from there', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openLecture(page);
  await startVideo(page, '继续播放');
  await waitForCredit(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await passOnServer(12 * 60 * minute);
  // The dialog, or the sign-in page to which it leads.
  const confirm = page.getByRole('button', { name: '确认', exact: true });
  const mobile = page.getByLabel('手机号', { exact: true });
  await expect(confirm.or(mobile).first()).toBeVisible();
  await expect(failed(page)).toBeHidden();
  if (await confirm.isVisible()) await confirm.click();
  await fillSignIn(page, '13800000001', 'Learner2026');
  await page.waitForURL(/\/play/);
  await startVideo(page, '继续播放');
  await waitForCredit(page);
});

test('a document opens after eleven minutes, and its second page later', async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, `/item/course/${courseId('main', 'myopia')}/detail`, 'cme.localhost');
  await page
    .getByRole('button', { name: /^(立即学习|继续学习|开始学习)$/ })
    .first()
    .click();
  await page.waitForURL(/\/play/);
  await pass(page, 11 * minute);
  await page.getByRole('link', { name: /近视防控随访手册/ }).click();
  await expect(page.getByText('第 1 页，共 3 页')).toBeVisible();
  await expect(page.getByRole('group', { name: '文档' })).toContainText('建档');
  await pass(page, 5 * minute);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page.getByRole('group', { name: '文档' })).toContainText('随访');
  await expect(page.getByText('文档加载失败')).toBeHidden();
});
