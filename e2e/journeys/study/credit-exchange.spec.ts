import type { Page } from '@playwright/test';
import { expect as expectSoon, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';
import { fillStaffSignIn, signInStaff } from '../../support/staff.ts';

const expect = expectSoon.configure({ timeout: 45_000 });
test.use({ actionTimeout: 45_000 });

const name = `县级医院新生儿复苏带教`;

/** Sends a call with the session of the page. */
const sendDecision = (page: Page, path: string, body: Record<string, string>) =>
  page.evaluate(
    async ([address, fields]) => {
      const reply = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-token': localStorage.getItem('user_token') ?? '',
        },
        body: new URLSearchParams({ full_domain_name: location.hostname, ...fields }),
      });
      return (await reply.json()) as { isSuccess: boolean; message: string };
    },
    [`/qm/api/admin/declare/${path}`, body] as const,
  );

/** A small single-colour image that is accepted as a proof. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a declaration is drafted, reloaded, submitted, returned, resubmitted and credited once', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(300_000);
  await register(page, origins.main);
  await page.goto(`${origins.main}/changecredits/index`);
  await expect(page.getByText('还没有申报')).toBeVisible();
  await expectAccessible(page, complaints);
  await page.getByRole('link', { name: '我要申报' }).first().click();
  await page.getByRole('button', { name: /^基层服务/ }).click();
  await page.getByLabel('服务内容').fill(name);
  await page.getByLabel('服务单位').fill('临溪县人民医院');
  const year = new Date().getFullYear();
  await page.getByLabel('开始日期').fill(`${year}-01-01`);
  await page.getByLabel('结束日期').fill(`${year}-01-01`);
  await page.getByLabel('服务月数').fill('1');
  await expect(page.getByText('可获 12 学时 · 4 学分')).toBeVisible();
  await expect(page.getByText('已自动保存')).toBeVisible();
  await expect(page).toHaveURL(/no=/);
  await expectAccessible(page, complaints);

  await page.reload();
  await expect(page.getByLabel('服务内容')).toHaveValue(name);
  await page.getByRole('button', { name: '下一步' }).click();
  await page
    .getByLabel(/^(\S*单位证明|单位证明\S*) 选择文件$/)
    .setInputFiles({ name: '证明.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('listitem').filter({ hasText: '证明.png' }).last()).toContainText(
    '上传完成',
    { timeout: 60_000 },
  );
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '提交申报' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('待审核').first()).toBeVisible();
  const declare_no = new URL(page.url()).searchParams.get('no') ?? '';

  const staff = await browser.newPage();
  await staff.goto(`${origins.main}/login`);
  await fillStaffSignIn(staff);
  await expect(staff.getByRole('button', { name: '沈知行' })).toBeVisible();
  expect((await sendDecision(staff, 'open', { declare_no })).isSuccess).toBe(true);
  const returned = { declare_no, decision: 'return', reason: '证明看不清，请重新上传' };
  expect((await sendDecision(staff, 'audit', returned)).message).toBe('');

  await page.reload();
  await expect(page.getByText('证明看不清，请重新上传').first()).toBeVisible();
  await page.getByRole('link', { name: '修改' }).click();
  await expect(page.getByText('退回原因')).toBeVisible();
  await page.getByLabel('补充说明').fill('已重新扫描');
  await expect(page.getByText('已自动保存')).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '提交申报' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const pass = { declare_no, decision: 'pass' };
  expect((await sendDecision(staff, 'audit', pass)).message).toBe('');
  await page.reload();
  await expect(page.getByText('中心已初审').first()).toBeVisible();
  await staff.close();
  // Without a unit that audits, a second person of the centre decides.
  const second = await (await browser.newContext()).newPage();
  await signInStaff(second, origins.main, { mobile: '13900000002', password: 'Console2026' });
  expect((await sendDecision(second, 'audit', pass)).message).toBe('');
  await second.close();

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('已入账').first()).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 90_000 });
  await expectAccessible(page, complaints);
  await page.goto(`${origins.main}/changecredits/index`);
  await expect(page.getByRole('img', { name: /学分：已获 4/ })).toBeVisible();
});

test('when two pages edit one draft, the later save is rejected and offers to load the newest version', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await register(page, origins.main);
  await page.goto(`${origins.main}/changecredits/declare`);
  await page.getByRole('button', { name: /^基层服务/ }).click();
  await page.getByLabel('服务内容').fill('巡诊');
  await expect(page).toHaveURL(/no=/);
  await expect(page.getByText('已自动保存')).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await otherTab.getByLabel('服务内容').fill('巡诊与带教');
  await expect(otherTab.getByText('已自动保存')).toBeVisible();
  await page.getByLabel('服务单位').fill('乡卫生院');
  await page.getByRole('button', { name: '载入最新内容' }).click();
  await expect(page.getByLabel('服务内容')).toHaveValue('巡诊与带教');
});
