import type { Page } from '@playwright/test';
import { eventId } from '@cme/sample/events';
import { sampleId } from '@cme/sample/ids';
import { expectAccessible, expect, recordComplaints, test } from '../../support/journey.ts';
import { nurse, physician, senior, signIn, villager } from '../../support/people.ts';
import { signInStaff } from '../../support/staff.ts';
import { origins } from '../../support/origins.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const publicPaths = [
  '/',
  '/publicneed',
  '/profession',
  '/search?keyword=护理',
  '/login',
  '/login/wechat',
  '/regist/person',
  '/forgetpwd',
  '/cart',
  '/certificate/verify',
  '/xcys',
  '/crbjc',
  '/crbjc?period=3',
  `/item/live/${eventId('main', 'live-flu')}/detail`,
  `/item/live/${eventId('main', 'live-hand-replay')}/detail`,
  `/item/activity/${eventId('main', 'act-chronic-forum')}/detail`,
  `/sunset/${eventId('main', 'sun-mountain')}/detail`,
  '/404',
  '/prohibit',
];
const settings = [
  'identity',
  'password',
  'mobile',
  'devices',
  'notify',
  'consent',
  'export',
  'close',
];
const ownPaths = [
  '',
  '/learn',
  '/learn?tab=expired',
  '/learn?show=month',
  '/order',
  '/order?tab=closed',
  '/myexam',
  '/myexam?tab=done',
  '/mycertificate',
  '/mycertificate?tab=credits',
  '/notice',
  '/notice?tab=class',
  '/collection',
  '/collection?tab=class',
  '/myfile',
  '/setting',
  ...settings.map((view) => `/setting?view=${view}`),
].map((path) => `${origins.user}/user${path}`);

const dialogsOfOrders = ['订单详情', '申请退款', '申请发票', '查看发票', '删除记录'];

test.use({ allowed: /404 \(Not Found\) \(http:\/\/cme\.localhost:\d+\/404\)/ });

/** Checks the current page at desktop and phone widths: it adapts without a reload, and nothing is
 * wider than the screen. */
async function expectAccessibleAtAnyWidth(page: Page, complaints: string[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, complaints, `${size.width} wide`);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow(), `${page.url()} beyond ${size.width}`).toBeLessThanOrEqual(0);
  }
}

for (const path of publicPaths) {
  test(`${path} has no serious accessibility violations`, async ({ page, complaints }) => {
    await page.goto(origins.main + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('dialogs of personal pages have no serious accessibility violations, and back closes them', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await signIn(page, physician);
  const dialog = page.getByRole('dialog');
  await page.goto(`${origins.user}/user/order`);
  for (const [index, button] of dialogsOfOrders.entries()) {
    // Opened at desktop and phone widths in turn, and checked at both.
    await page.setViewportSize(sizes[index % sizes.length]!);
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(
      dialog.getByRole('button').nth(1).or(dialog.getByRole('term').first()).first(),
    ).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: '我的订单' })).toBeVisible();
  }
  await page.goto(`${origins.user}/user/mycertificate`);
  await page.getByRole('link', { name: '查看证书' }).first().click();
  await expect(dialog.getByRole('article')).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('personal pages have no serious accessibility violations', async ({ page, complaints }) => {
  test.setTimeout(240_000);
  await signIn(page, nurse);
  for (const address of ownPaths) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
  }
});

test('lesson check-in has no serious accessibility violations, for members and on the screen', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(120_000);
  await signIn(page, villager);
  await page.goto(`${origins.user}/user/trainingclass`);
  await page.getByRole('button', { name: '签到', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^签到：/ });
  await expect(dialog.getByRole('img', { name: '我的签到二维码' })).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
  const room = await browser.newContext();
  recordComplaints(room, complaints);
  const teacher = await room.newPage();
  await signInStaff(teacher);
  const heldClassId = sampleId('class', 'main', 'xcys-3');
  await teacher.goto(`${origins.user}/user/trainingclass?screen=${heldClassId}`);
  await expect(teacher.getByRole('region', { name: '签到码' })).toBeVisible();
  await expectAccessibleAtAnyWidth(teacher, complaints);
  await room.close();
});

test('declarations have no serious accessibility violations in any state and at every step', async ({
  page,
  complaints,
}) => {
  test.setTimeout(240_000);
  await signIn(page, senior);
  await page.goto(`${origins.main}/changecredits/index`);
  const links = page.getByRole('main').locator('a[href*="/changecredits/detail?no="]');
  await expect(links.first()).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
  const details = new Set(
    await links.evaluateAll((links) => links.map((a) => a.getAttribute('href'))),
  );
  const draft = page.getByRole('link', { name: /^继续填写/ }).first();
  const address = await draft.getAttribute('href');
  for (const path of details) {
    await page.goto(new URL(path ?? '', origins.main).href);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
  }
  for (const step of ['kind', 'form', 'files', 'confirm']) {
    const url = new URL(address ?? '', origins.main);
    url.searchParams.set('step', step);
    await page.goto(url.href);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
  }
});

test('a course and its player have no serious accessibility violations', async ({
  page,
  complaints,
}) => {
  test.setTimeout(240_000);
  // Other journeys use the same account.
  await page.addLocatorHandler(page.getByRole('dialog', { name: '已在别处学习' }), () =>
    page.getByRole('button', { name: '在本页继续学习' }).click(),
  );
  await signIn(page, nurse);
  await page.goto(`${origins.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await expect(
    page.getByRole('heading', { level: 1, name: '手卫生：五个时刻与七步洗手' }),
  ).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
  await page
    .getByRole('link', { name: /复习课程|继续学习/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /开始播放|继续播放/ })).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
  await page.getByText('课程问答').click();
  await expect(page.getByLabel('我要提问')).toBeVisible();
  for (const [tab, expected] of [
    ['笔记', '保存笔记'],
    ['资料', /下载/],
    ['评价', '提交评价'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').getByRole('button', { name: expected })).toBeVisible();
    await expectAccessibleAtAnyWidth(page, complaints);
  }
  await page.goto(`${origins.player}/player/01JGFJJZ00FMV32W79C26AJJSN/play?tab=homework`);
  await expect(page.getByRole('button', { name: '提交作业' })).toBeVisible();
  await expectAccessibleAtAnyWidth(page, complaints);
});
