import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { fillSignIn, nurse, hospitalLearner, signIn, villager } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { createVerified } from '../../support/verified.ts';

const landing = `${origins.main}/xcys`;
const title = /^\d{4}年乡村医生专项培训$/;
const sessionItem = (page: Page, period: number): Locator =>
  page.getByRole('article', { name: `第${period}期` });
/** A village doctor whose unit has verified it. */
const createVillageDoctor = () => createVerified({ level: 'D', series_code: '02' });

test('a village doctor applies as a guest, gets a seat after signing in, and gives it up in another tab', async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(120_000);
  const person = await createVillageDoctor();
  await page.goto(landing);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await sessionItem(page, 3).getByRole('button', { name: /^报名/ }).click();
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible();
  await fillSignIn(page, person.mobile);
  const dialog = page.getByRole('dialog', { name: '确认报名' });
  await expect(dialog.getByText('专业级别：乡村医生；所在地区：浙江省')).toBeVisible();
  await expectAccessible(page, complaints, 'with its dialog');
  await dialog.getByRole('button', { name: '提交报名' }).click();
  await expect(dialog.getByText('请先阅读并同意报名约定')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '我已阅读并同意报名约定' }).check();
  await dialog.getByRole('button', { name: '提交报名' }).click();
  await expect(page.getByText('报名成功，课程已开通')).toBeVisible();
  await page.getByRole('dialog').getByText('关闭', { exact: true }).click();
  await expect(sessionItem(page, 3).getByText('已报名', { exact: true })).toBeVisible();
  await expect(sessionItem(page, 2).getByText('您已报名第3期')).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto(landing);
  await sessionItem(otherTab, 3)
    .getByRole('button', { name: /^取消报名/ })
    .click();
  await otherTab.getByRole('button', { name: '确认取消' }).click();
  await expect(sessionItem(otherTab, 3).getByRole('button', { name: /^报名/ })).toBeVisible();
  // The first tab is stale: withdrawing once more changes nothing.
  await sessionItem(page, 3)
    .getByRole('button', { name: /^取消报名/ })
    .click();
  await page.getByRole('button', { name: '确认取消' }).click();
  await expect(sessionItem(page, 3).getByRole('button', { name: /^报名/ })).toBeVisible();
  await otherTab.close();
});

test('a learner joins the waiting list of a full class, sees the position, and can leave it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const person = await createVillageDoctor();
  await signIn(page, person.mobile);
  await page.goto(`${landing}?period=2`);
  await expect(sessionItem(page, 2).getByText(/已满 50 名 · 候补 \d+ 人/)).toBeVisible();
  await page.getByRole('region', { name: '第2期安排' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/item\/package\/[^/]+\/detail$/);
  await expect(
    page.getByRole('heading', { level: 1, name: /年乡村医生专项培训（第2期）$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^候补/ }).click();
  const dialog = page.getByRole('dialog', { name: '确认候补' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '提交候补' }).click();
  await expect(page.getByText(/候补成功，候补第 \d+ 位/)).toBeVisible();
  await page.getByRole('dialog').getByText('关闭', { exact: true }).click();
  await page.reload();
  await expect(page.getByText(/^候补第 \d+ 位$/)).toBeVisible();
  await page.getByRole('button', { name: /^取消候补/ }).click();
  await page.getByRole('button', { name: '确认取消' }).click();
  await expect(page.getByRole('button', { name: /^候补/ })).toBeVisible();
});

test('a class tells learners outside its scope so in advance, and members that they are in', async ({
  page,
}) => {
  await signIn(page, nurse);
  await page.goto(landing);
  await expect(sessionItem(page, 3).getByText('您不在本次培训范围内')).toBeVisible();
  await expect(sessionItem(page, 3).getByRole('button')).toHaveCount(0);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, villager);
  await page.goto(landing);
  await expect(sessionItem(page, 3).getByText('已报名', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '下载 学员手册' })).toBeVisible();
});

test('a class shows its timetable, courses, people, notices and handouts, each with a URL', async ({
  page,
  complaints,
}) => {
  await page.goto(`${origins.main}/crbjc`);
  await sessionItem(page, 2)
    .getByRole('link', { name: '查看第2期安排' })
    .or(sessionItem(page, 2).getByText('正在查看'))
    .click();
  await page.getByRole('region', { name: '第2期安排' }).getByRole('link').first().click();
  await expect(page.getByText('聚集性疫情桌面推演')).toBeVisible();
  for (const [tab, text] of [
    ['课程列表', '录取后开通'],
    ['讲师', '邓国平'],
    ['通知', '请自带笔记本电脑'],
    ['资料', '录取后可下载'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: '资料' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, complaints);
});

test('a site without this training says so and offers alternatives', async ({ page }) => {
  await signIn(page, hospitalLearner, origins.hospital);
  await page.goto(`${origins.hospital}/xcys`);
  await expect(page.getByText('本站点暂未开设该培训')).toBeVisible();
  await page.getByRole('link', { name: '去看专业科目' }).click();
  // The filter that fits the learner is preselected.
  await page.waitForURL(({ href }) => href.startsWith(`${origins.hospital}/profession`));
  await expect(page.getByRole('heading', { level: 1, name: '专业科目' })).toBeVisible();
});
