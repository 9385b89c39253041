import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { openItem, orderNow, paid } from '../../support/buy.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { nurse, signIn } from '../../support/people.ts';
import { register } from '../../support/register.ts';
import { runAsStaff } from '../../support/staff.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs a staff command against the stack of all journeys and returns its output. */
async function runStaff(...args: string[]): Promise<string> {
  const { code, output, answer } = await runAsStaff(join(root, 'tools/staff.ts'), args, {
    ...process.env,
    DATABASE_URL: process.env.STACK_DATABASE_URL,
    APP_SECRET: process.env.STACK_SECRET,
    DATA_DIR: process.env.STACK_DATA,
    SAMPLE: 'Y',
    PAY_SANDBOX: 'Y',
    PORT: process.env.STACK_PORT,
    API_PORT: process.env.STACK_API_PORT,
  });
  expect(code, output).toBe(0);
  return answer;
}

async function executeQuery(sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.STACK_DATABASE_URL });
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
}

const course = '手卫生督导员一分钟课';
const rowOf = (page: Page, text: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }), hasText: text });

test('an unstudied course is refunded after staff approval', async ({ page, complaints }) => {
  // A code of the second factor is accepted once: another journey may have used the current one.
  test.setTimeout(180_000);
  await register(page, origins.main);
  await openItem(page, origins.main, course);
  const code = await orderNow(page);
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: '去学习' })).toBeVisible({ timeout: 20_000 });

  await page.goto(`${origins.user}/user/order`);
  await rowOf(page, code).getByRole('button', { name: '申请退款' }).click();
  const form = page.getByRole('dialog', { name: '申请退款' });
  await expect(form).toContainText(/已学 0\/\d+ 节，可退 100%/);
  await form.getByRole('checkbox', { name: new RegExp(course) }).check();
  await expect(form).toContainText('预计退款 ¥19.90');
  await expectAccessible(page, complaints);
  await form.getByRole('textbox', { name: '退款原因' }).fill('买错了课程');
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, code)).toContainText('退款申请待审核');
  await expect(rowOf(page, code).getByRole('button', { name: '申请退款' })).toBeHidden();

  const line =
    (await runStaff('refund', 'list')).split('\n').find((row) => row.includes(code)) ?? '';
  const number = /R[0-9A-Z]+|[0-9A-HJKMNP-TV-Z]{26}/.exec(line)?.[0] ?? '';
  expect(number, 'the application in the list of staff').not.toBe('');
  await runStaff('refund', 'approve', number, '同意');

  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, code)).toContainText('已退款', { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await rowOf(page, code).getByRole('button', { name: '订单详情' }).click();
  const detail = page.getByRole('dialog', { name: '订单详情' });
  await expect(detail).toContainText('退款成功');
  await expect(detail).toContainText('已退金额¥19.90');
  await expect(detail).toContainText('已取消学习资格');
  await page.goBack();
  await expect(detail).toBeHidden();

  await openItem(page, origins.main, course);
  await expect(page.getByRole('button', { name: '立即购买' })).toBeVisible();
});

test('a course with granted credits offers no refund, and its form says why', async ({
  page,
  complaints,
}) => {
  await signIn(page, nurse);
  await page.goto(`${origins.user}/user/order`);
  const row = rowOf(page, '静脉治疗规范与导管维护');
  const code = /\d{20}/.exec(await row.innerText())?.[0] ?? '';
  // The sample order is a month old: dated today, so that its age is not the reason for the
  // refusal.
  await executeQuery('update "order" set paid_at = now() where order_code = $1', [code]);
  await page.reload();
  await expect(row.getByRole('button', { name: '订单详情' })).toBeVisible();
  await expect(row.getByRole('button', { name: '申请退款' })).toBeHidden();
  await page.goto(`${origins.user}/user/order?show=refund&code=${code}`);
  const form = page.getByRole('dialog', { name: '申请退款' });
  await expect(form).toContainText('已授予学分，不可退款');
  await expect(form.getByRole('checkbox')).toBeDisabled();
  await expect(form.getByRole('button', { name: '提交申请' })).toBeDisabled();
  await expectAccessible(page, complaints);
});

test('study is suspended during a refund request and resumes when it is withdrawn', async ({
  page,
  complaints,
}) => {
  await register(page, origins.main);
  await openItem(page, origins.main, course);
  const code = await orderNow(page);
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  const study = page.getByRole('link', { name: '去学习' });
  await expect(study).toBeVisible({ timeout: 40_000 });
  const play = new URL((await study.getAttribute('href')) ?? '', origins.player).href;

  await page.goto(`${origins.user}/user/order?show=refund&code=${code}`);
  const form = page.getByRole('dialog', { name: '申请退款' });
  await form.getByRole('textbox', { name: '退款原因' }).fill('买错了课程');
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form).toBeHidden();

  await page.goto(play);
  await expect(page.getByText('退款申请处理中，学习已暂停')).toBeVisible();
  await expect(page.getByRole('button', { name: '开始播放' })).toBeHidden();
  await expectAccessible(page, complaints);
  await openItem(page, origins.main, course);
  await expect(page.getByText('退款申请处理期间，学习已暂停')).toBeVisible();
  await page.goto(`${origins.user}/user/learn`);
  await page.getByRole('link', { name: '撤回退款申请' }).click();
  const detail = page.getByRole('dialog', { name: '订单详情' });
  await detail.getByRole('button', { name: '撤回申请' }).click();
  await expect(page.getByText('退款申请已撤回')).toBeVisible();

  await page.goto(play);
  await page.getByRole('button', { name: '开始播放' }).click();
  await expect(page.getByText('退款申请处理中，学习已暂停')).toBeHidden();
  await page.goto(`${origins.user}/user/learn`);
  await expect(page.getByRole('link', { name: '撤回退款申请' })).toBeHidden();
});
