import type { Page } from '@playwright/test';
import { submitOrder } from '../../support/buy.ts';
import { answerAll } from '../../support/answers.ts';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../../support/register.ts';
import { decideApplication } from '../../support/unit-admin.ts';
import { startVideo } from '../../support/video.ts';

interface Purchase {
  name: string;
  portal: string;
  player: string;
  user: string;
  course: string;
  price: string;
}

const purchases: Purchase[] = [
  {
    name: 'over the three domains',
    portal: origins.main,
    player: origins.player,
    user: origins.user,
    course: '手卫生督导员一分钟课',
    price: '19.90',
  },
  {
    name: 'on a customer domain',
    portal: origins.hospital,
    player: origins.hospital,
    user: origins.hospital,
    course: '病区手卫生督导上岗课',
    price: '9.90',
  },
];

for (const purchase of purchases) {
  test(`a nurse buys and studies a course, passes, answers the survey and gets a certificate that a guest verifies: ${purchase.name}`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000);
    const person = newPerson();
    await page.goto(`${purchase.portal}/regist/person`);
    const isApproved = purchase.portal === origins.hospital;
    await describePerson(page, person, isApproved ? '清渚市第一人民医院' : undefined);
    await proveMobile(page, person.mobile);
    await pressRegister(page);
    if (isApproved) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册申请待审核');
      const isOf = ({ mobile }: { mobile: string }) => mobile.slice(-4) === person.mobile.slice(-4);
      await decideApplication(isOf, 'approve');
      await page.goto(purchase.portal);
    }
    await expect(page.getByRole('button', { name: person.name })).toBeVisible();

    await putIntoCart(page, purchase);
    await order(page, purchase);
    await pay(page, purchase);
    await study(page, purchase);
    await passExam(page);
    await answerSurvey(page);
    const number = await certificateOf(page, purchase);

    const guestPage = await browser.newPage();
    await guestPage.goto(`${purchase.portal}/certificate/verify`);
    await guestPage.getByLabel('证书编号').fill(number);
    await guestPage.getByLabel('身份证号后四位').fill(person.idNo.slice(-4));
    await guestPage.getByRole('button', { name: '验证证书' }).click();
    await expect(guestPage.getByRole('article', { name: new RegExp(number) })).toContainText(
      person.name.slice(1),
    );
    await expect(guestPage.getByRole('main')).toContainText('有效');
    await expect(guestPage.getByRole('main')).not.toContainText(person.idNo);
    await guestPage.close();
  });
}

async function putIntoCart(page: Page, { portal, course }: Purchase): Promise<void> {
  await page.goto(`${portal}/search?keyword=${encodeURIComponent(course)}`);
  await page
    .getByRole('link', { name: new RegExp(course) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible();
  await page.getByRole('button', { name: '加入购物车' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: /购物车.*1/ })).toBeVisible();
}

async function order(page: Page, { portal, course, price }: Purchase): Promise<void> {
  await page.goto(`${portal}/cart`);
  await expect(page.getByRole('listitem').filter({ hasText: course })).toContainText(price);
  await page.getByRole('button', { name: /去结算/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '确认订单' })).toBeVisible();
  await submitOrder(page);
  await page.waitForURL(/\/order\/\d{20}\/payment$/);
}

async function pay(page: Page, { price }: Purchase): Promise<void> {
  await expect(page.getByText(`¥${price}`).first()).toBeVisible();
  await page.getByRole('radio', { name: /微信支付/ }).check();
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: '去学习' }).click();
}

async function study(page: Page, { player, course }: Purchase): Promise<void> {
  await page.waitForURL(
    (address) => address.origin === player && address.pathname.endsWith('/play'),
  );
  await expect(page).toHaveTitle(new RegExp(course));
  await startVideo(page);
  await expect(page.getByRole('link', { name: '参加考试' }).first()).toBeVisible({
    timeout: 100_000,
  });
  await page.getByRole('link', { name: '参加考试' }).first().click();
}

async function passExam(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '考试须知' })).toBeVisible();
  await page.getByRole('button', { name: '开始考试' }).click();
  await answerAll(page);
  await page.getByRole('button', { name: '交卷' }).click();
  await page
    .getByRole('dialog', { name: '确认交卷' })
    .getByRole('button', { name: '确认交卷' })
    .click();
  await expect(page.getByRole('heading', { name: '考试成绩' })).toBeVisible();
  await expect(page.getByText('合格', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: '填写问卷' }).click();
}

/** Answers all required questions. */
async function answerSurvey(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '提交问卷' })).toBeVisible();
  for (const choices of await page.getByRole('radiogroup').all())
    await choices.getByRole('radio').last().check();
  for (const choices of await page
    .getByRole('group')
    .filter({ has: page.getByRole('checkbox') })
    .all())
    await choices.getByRole('checkbox').first().check();
  for (const text of await page.getByRole('textbox').all())
    if (await text.isVisible()) await text.fill('案例贴近工作，讲得清楚。');
  await page.getByRole('button', { name: '提交问卷' }).click();
  // The result card loads later and moves the link, so a click before that would miss it.
  await expect(page.getByRole('region', { name: '本次获得' })).toBeVisible();
  await page.getByRole('link', { name: '查看证书' }).click();
}

async function certificateOf(page: Page, { user, course }: Purchase): Promise<string> {
  await page.waitForURL(
    (address) => address.origin === user && address.pathname === '/user/mycertificate',
  );
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(course) }) });
  await expect(async () => {
    await page.reload();
    await expect(card).toBeVisible();
    await expect(card).toContainText('已发放', { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await card.getByRole('link', { name: '查看证书' }).click();
  const sheet = page.getByRole('article');
  await expect(sheet).toBeVisible();
  const number = /\d{4}-\d{4}-[A-Z]-\d{7}-\d/.exec(await sheet.innerText())?.[0];
  expect(number).toBeTruthy();
  return number ?? '';
}
