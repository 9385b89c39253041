import type { Browser, BrowserContext, Page } from '@playwright/test';
import { courseId } from '../../apps/api/src/sample/ids.ts';
import { openItem, orderNow } from '../support/buy.ts';
import { examAddress } from '../support/exam.ts';
import { fetchAs } from '@cme/commons/api-client/node';
import { expect, listen, test } from '../support/journey.ts';
import { nurse, ofHospital, signIn } from '../support/people.ts';
import { direct, places } from '../support/places.ts';
import { register } from '../support/register.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
/** The actions of a user on a page; they fail when the page is unusable. */
type Use = (page: Page) => Promise<void>;
type Visit = readonly [address: string, use: Use];

/** Files of builds. Failures of the commons container are covered by commons-down.spec.ts. */
const isFile = /\/static\/(portal|player|user-centre)\/.*\.(js|css)$/;
const entry = /\/static\/portal\/.*\/index\.[^/]*\.js$/;
/** A reload loop logs hundreds of errors; a single lost file only a few. */
const fewComplaints = 4;
const patience = 30_000;

const shows =
  (name: string | RegExp): Use =>
  (page) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: patience });
const field = (page: Page) => page.getByLabel('手机号', { exact: true });
/** A single click must suffice once the page has started. */
const asksSignIn: Use = async (page) => {
  await expect(page.locator('html[data-started]')).toBeAttached({ timeout: patience });
  await page.getByRole('button', { name: '加入购物车' }).click({ timeout: patience });
  await expect(field(page)).toBeVisible({ timeout: patience });
};
const plays: Use = (page) =>
  expect(page.getByRole('button', { name: /开始播放|继续播放/ })).toBeEnabled({
    timeout: patience,
  });

async function open(page: Page, address: string, use: Use): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await use(page);
}

/** Entry scripts of the document: losing one costs a reload. */
async function entriesOf(address: string): Promise<Set<string>> {
  const { origin, pathname, search } = new URL(address);
  const reply = await fetchAs(direct.hostOf(origin))(direct.address + pathname + search);
  const scripts = (await reply.text()).matchAll(/<script\b[^>]*\bdefer\b[^>]*>/g);
  const sources = [...scripts].flatMap(([tag]) => /src="([^"]+)"/.exec(tag)?.[1] ?? []);
  return new Set(sources.map((source) => new URL(source, address).href));
}

/** Opens and uses a page whose files all fail at the first attempt, except the entry scripts;
 * returns the errors found. */
async function losingFiles(browser: Browser, state: State | undefined, [address, use]: Visit) {
  const context = await browser.newContext({ storageState: state });
  const entries = await entriesOf(address);
  const complaints: string[] = [];
  const faults: string[] = [];
  const lost = new Set<string>();
  listen(context, complaints);
  await context.route(isFile, (route) => {
    const { href } = new URL(route.request().url());
    if (lost.has(href) || entries.has(href)) return route.fallback();
    lost.add(href);
    return route.abort();
  });
  const page = await context.newPage();
  // A reload would hide files lost before it.
  let starts = 0;
  page.on('domcontentloaded', () => (starts += 1));
  // The last file starts the session watch, which never ends.
  const isQuiet = state
    ? page.waitForRequest(/session\/watch/, { timeout: patience })
    : page.waitForLoadState('networkidle', { timeout: patience });
  await Promise.all([open(page, address, use), isQuiet]).catch((fault: Error) =>
    faults.push(fault.message.slice(0, 300)),
  );
  if (await page.getByText('加载失败').isVisible()) faults.push('加载失败');
  if (starts > 1) faults.push(`started ${starts} times`);
  if (lost.size === 0) faults.push('lost no file');
  if (complaints.length > lost.size * fewComplaints)
    faults.push(`${complaints.length} complaints about ${lost.size} files: ${complaints[0]}`);
  await context.close();
  return faults.map((fault) => `${address}: ${fault}`);
}

/** Fails every file of each page once. */
async function loseFiles(
  browser: Browser,
  state: State | undefined,
  visits: Visit[],
): Promise<void> {
  const faults: string[] = [];
  for (const visit of visits) faults.push(...(await losingFiles(browser, state, visit)));
  expect(faults).toEqual([]);
}

/** A learner who is signed in on all these origins. */
async function signedIn(
  browser: Browser,
  mobile: string,
  origin: string,
  others: string[] = [],
): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, mobile, origin);
  for (const other of others) {
    await page.goto(other);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user_token'))).not.toBeNull();
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

test.use({ allowed: /ERR_FAILED/ });
test.describe.configure({ timeout: 120_000 });

test('public pages work after each of their files fails to load once', async ({ browser }) => {
  await loseFiles(browser, undefined, [
    [`${places.main}/item/course/${courseId('main', 'hand-hygiene-pro')}/detail`, asksSignIn],
    [`${places.main}/`, shows(/./)],
    [`${places.main}/publicneed`, shows('公需科目')],
    [`${places.main}/login`, (page) => expect(field(page)).toBeVisible({ timeout: patience })],
    [`${places.main}/regist/person`, shows(/注册/)],
    [`${places.main}/forgetpwd`, shows(/密码/)],
    [`${places.main}/certificate/verify`, shows(/证书/)],
  ]);
});

test('the checkout works after each file fails to load once', async ({ browser, page }) => {
  await register(page, places.main);
  await openItem(page, places.main, '手卫生督导员一分钟课');
  const code = await orderNow(page);
  const confirm = `${places.main}/order/confirm?content_type=C&id=${courseId('main', 'wound-nurse')}`;
  await loseFiles(browser, await page.context().storageState(), [
    [`${places.main}/cart`, shows('购物车')],
    [
      confirm,
      (at) =>
        expect(at.getByRole('button', { name: '提交订单' })).toBeVisible({ timeout: patience }),
    ],
    [
      `${places.main}/order/${code}/payment`,
      (at) =>
        expect(at.getByRole('timer', { name: '支付剩余时间' })).toBeVisible({
          timeout: patience,
        }),
    ],
  ]);
});

test('the personal centre works after each file fails to load once', async ({ browser }) => {
  const state = await signedIn(browser, nurse, places.main, [`${places.user}/user/learn`]);
  await loseFiles(
    browser,
    state,
    ['learn', 'order', 'mycertificate', 'myexam'].map(
      (path) => [`${places.user}/user/${path}`, shows(/我的/)] as const,
    ),
  );
});

test('study and examination work after each file of the player fails to load once', async ({
  browser,
}) => {
  const state = await signedIn(browser, nurse, places.main, [`${places.player}/player/none/play`]);
  await loseFiles(browser, state, [
    [`${places.player}/player/${courseId('main', 'hand-hygiene')}/play`, plays],
    [examAddress(places.player, 'main', 'trauma'), shows('考试须知')],
  ]);
});

test('a customer domain works after each file fails to load once', async ({ browser }) => {
  const state = await signedIn(browser, ofHospital, places.hospital);
  await loseFiles(browser, state, [
    [`${places.hospital}/user/learn`, shows('我的课程')],
    [`${places.hospital}/user/order`, shows('我的订单')],
  ]);
});

test('a failed entry script is retried automatically', async ({ page }) => {
  await page.route(entry, (route) => route.abort(), { times: 1 });
  await page.goto(`${places.main}/login`);
  await expect(field(page)).toBeVisible({ timeout: patience });
});

test('a permanently failing entry script shows an error with 重试 and does not loop', async ({
  page,
}) => {
  let refused = 0;
  await page.route(entry, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto(`${places.main}/login`);
  await expect(page.getByRole('alert')).toContainText('页面未能完全加载');
  expect(refused).toBeLessThanOrEqual(4);
  await page.unrouteAll();
  await page.getByRole('button', { name: '重试' }).click();
  await expect(field(page)).toBeVisible({ timeout: patience });
});

test('a click before the page has started is replayed once it has', async ({ page }) => {
  let go = () => {};
  const started = new Promise<void>((resolve) => (go = resolve));
  await page.route(entry, async (route) => {
    await started;
    await route.continue();
  });
  await page.goto(`${places.main}/item/course/${courseId('main', 'hand-hygiene-pro')}/detail`, {
    waitUntil: 'commit',
  });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await page.getByRole('button', { name: '加入购物车' }).click();
  go();
  await expect(field(page)).toBeVisible({ timeout: patience });
});
