import type { Browser, BrowserContext, Page } from '@playwright/test';
import { courseId } from '@cme/sample/ids';
import { openItem, orderNow } from '../../support/buy.ts';
import { examAddress } from '../../support/exam.ts';
import { fetchAs } from '@cme/commons/api-client/node';
import { expect, recordComplaints, test } from '../../support/journey.ts';
import { nurse, hospitalLearner, signIn } from '../../support/people.ts';
import { direct, origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
/** The actions of a user on a page; they fail when the page is unusable. */
type Use = (page: Page) => Promise<void>;
type PageVisit = readonly [address: string, use: Use];

/** Files of builds. Failures of the commons container are covered by commons-down.spec.ts. */
const isFile = /\/static\/(portal|player|user-centre)\/.*\.(js|css)$/;
const entry = /\/static\/portal\/.*\/index\.[^/]*\.js$/;
/** A reload loop logs hundreds of errors; a single lost file only a few. */
const maxComplaintsPerFile = 4;
const timeoutMs = 30_000;

const showsHeading =
  (name: string | RegExp): Use =>
  (page) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: timeoutMs });
const field = (page: Page) => page.getByLabel('手机号', { exact: true });
/** A single click must suffice once the page has started. */
const opensSignIn: Use = async (page) => {
  await expect(page.locator('html[data-started]')).toBeAttached({ timeout: timeoutMs });
  await page.getByRole('button', { name: '加入购物车' }).click({ timeout: timeoutMs });
  await expect(field(page)).toBeVisible({ timeout: timeoutMs });
};
const showsPlayButton: Use = (page) =>
  expect(page.getByRole('button', { name: /开始播放|继续播放/ })).toBeEnabled({
    timeout: timeoutMs,
  });

async function openPage(page: Page, address: string, use: Use): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await use(page);
}

/** Entry scripts of the document: losing one costs a reload. */
async function findEntryScripts(address: string): Promise<Set<string>> {
  const { origin, pathname, search } = new URL(address);
  const reply = await fetchAs(direct.hostOf(origin))(direct.address + pathname + search);
  const scripts = (await reply.text()).matchAll(/<script\b[^>]*\bdefer\b[^>]*>/g);
  const sources = [...scripts].flatMap(([tag]) => /src="([^"]+)"/.exec(tag)?.[1] ?? []);
  return new Set(sources.map((source) => new URL(source, address).href));
}

/** Opens and uses a page whose files all fail at the first attempt, except the entry scripts;
 * returns the errors found. */
async function findFaults(browser: Browser, state: State | undefined, [address, use]: PageVisit) {
  const context = await browser.newContext({ storageState: state });
  const entries = await findEntryScripts(address);
  const complaints: string[] = [];
  const faults: string[] = [];
  const failedFiles = new Set<string>();
  recordComplaints(context, complaints);
  await context.route(isFile, (route) => {
    const { href } = new URL(route.request().url());
    if (failedFiles.has(href) || entries.has(href)) return route.fallback();
    failedFiles.add(href);
    return route.abort();
  });
  const page = await context.newPage();
  // A reload would hide files lost before it.
  let starts = 0;
  page.on('domcontentloaded', () => (starts += 1));
  // The last file starts the session watch, which never ends.
  const allLoaded = state
    ? page.waitForRequest(/session\/watch/, { timeout: timeoutMs })
    : page.waitForLoadState('networkidle', { timeout: timeoutMs });
  await Promise.all([openPage(page, address, use), allLoaded]).catch((fault: Error) =>
    faults.push(fault.message.slice(0, 300)),
  );
  if (await page.getByText('加载失败').isVisible()) faults.push('加载失败');
  if (starts > 1) faults.push(`started ${starts} times`);
  if (failedFiles.size === 0) faults.push('lost no file');
  if (complaints.length > failedFiles.size * maxComplaintsPerFile)
    faults.push(
      `${complaints.length} complaints about ${failedFiles.size} files: ${complaints[0]}`,
    );
  await context.close();
  return faults.map((fault) => `${address}: ${fault}`);
}

/** Fails every file of each page once. */
async function expectNoFaults(
  browser: Browser,
  state: State | undefined,
  visits: PageVisit[],
): Promise<void> {
  const faults: string[] = [];
  for (const visit of visits) faults.push(...(await findFaults(browser, state, visit)));
  expect(faults).toEqual([]);
}

/** A learner who is signed in on all these origins. */
async function saveSignedInState(
  browser: Browser,
  mobile: string,
  origin: string,
  otherOrigins: string[] = [],
): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, mobile, origin);
  for (const otherOrigin of otherOrigins) {
    await page.goto(otherOrigin);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user_token'))).not.toBeNull();
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

test.use({ allowed: /ERR_FAILED/ });
test.describe.configure({ timeout: 120_000 });

test('public pages work after each of their files fails to load once', async ({ browser }) => {
  await expectNoFaults(browser, undefined, [
    [`${origins.main}/item/course/${courseId('main', 'hand-hygiene-pro')}/detail`, opensSignIn],
    [`${origins.main}/`, showsHeading(/./)],
    [`${origins.main}/publicneed`, showsHeading('公需科目')],
    [`${origins.main}/login`, (page) => expect(field(page)).toBeVisible({ timeout: timeoutMs })],
    [`${origins.main}/regist/person`, showsHeading(/注册/)],
    [`${origins.main}/forgetpwd`, showsHeading(/密码/)],
    [`${origins.main}/certificate/verify`, showsHeading(/证书/)],
  ]);
});

test('the checkout works after each file fails to load once', async ({ browser, page }) => {
  await register(page, origins.main);
  await openItem(page, origins.main, '手卫生督导员一分钟课');
  const code = await orderNow(page);
  const confirm = `${origins.main}/order/confirm?content_type=C&id=${courseId('main', 'wound-nurse')}`;
  await expectNoFaults(browser, await page.context().storageState(), [
    [`${origins.main}/cart`, showsHeading('购物车')],
    [
      confirm,
      (page) =>
        expect(page.getByRole('button', { name: '提交订单' })).toBeVisible({ timeout: timeoutMs }),
    ],
    [
      `${origins.main}/order/${code}/payment`,
      (page) =>
        expect(page.getByRole('timer', { name: '支付剩余时间' })).toBeVisible({
          timeout: timeoutMs,
        }),
    ],
  ]);
});

test('the personal centre works after each file fails to load once', async ({ browser }) => {
  const state = await saveSignedInState(browser, nurse, origins.main, [
    `${origins.user}/user/learn`,
  ]);
  await expectNoFaults(
    browser,
    state,
    ['learn', 'order', 'mycertificate', 'myexam'].map(
      (path) => [`${origins.user}/user/${path}`, showsHeading(/我的/)] as const,
    ),
  );
});

test('study and examination work after each file of the player fails to load once', async ({
  browser,
}) => {
  const state = await saveSignedInState(browser, nurse, origins.main, [
    `${origins.player}/player/none/play`,
  ]);
  await expectNoFaults(browser, state, [
    [`${origins.player}/player/${courseId('main', 'hand-hygiene')}/play`, showsPlayButton],
    [examAddress(origins.player, 'main', 'trauma'), showsHeading('考试须知')],
  ]);
});

test('a customer domain works after each file fails to load once', async ({ browser }) => {
  const state = await saveSignedInState(browser, hospitalLearner, origins.hospital);
  await expectNoFaults(browser, state, [
    [`${origins.hospital}/user/learn`, showsHeading('我的课程')],
    [`${origins.hospital}/user/order`, showsHeading('我的订单')],
  ]);
});

test('a failed entry script is retried automatically', async ({ page }) => {
  await page.route(entry, (route) => route.abort(), { times: 1 });
  await page.goto(`${origins.main}/login`);
  await expect(field(page)).toBeVisible({ timeout: timeoutMs });
});

test('a permanently failing entry script shows an error with 重试 and does not loop', async ({
  page,
}) => {
  let abortedCount = 0;
  await page.route(entry, (route) => {
    abortedCount += 1;
    return route.abort();
  });
  await page.goto(`${origins.main}/login`);
  await expect(page.getByRole('alert')).toContainText('页面未能完全加载');
  expect(abortedCount).toBeLessThanOrEqual(4);
  await page.unrouteAll();
  await page.getByRole('button', { name: '重试' }).click();
  await expect(field(page)).toBeVisible({ timeout: timeoutMs });
});
