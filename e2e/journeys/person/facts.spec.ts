import type { Page } from '@playwright/test';
import { createAccount } from '../../support/account.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { password, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { fillStaffSignIn } from '../../support/staff.ts';
import { createVerified, picture, unitAdmin } from '../../support/verified.ts';

async function uploadProof(page: Page): Promise<void> {
  await page
    .getByLabel(/证明.* 选择文件$/)
    .setInputFiles({ name: '资格证书.png', mimeType: 'image/png', buffer: picture });
  const row = page.getByRole('listitem').filter({ hasText: '资格证书.png' });
  await expect(row).toContainText('上传完成', { timeout: 60_000 });
}

test('a nurse asks for another post with a proof, and her hospital verifies it', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000);
  const person = await createVerified({ level: 'A', series_code: '04' });
  await signIn(page, person.mobile);
  await page.goto(`${origins.user}/user/setting`);
  await expectAccessible(page, complaints);
  await page.getByRole('link', { name: '变更与记录' }).click();
  await expect(page.getByText('由省人民医院审核')).toBeVisible();
  await expect(page.getByText('已核实').first()).toBeVisible();
  await page.getByRole('button', { name: '申请变更或核实' }).click();
  await page.getByLabel('变更事项').selectOption('岗位类型');
  await page.getByLabel(/^变更后的内容/).selectOption('管理岗位');
  await uploadProof(page);
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '提交申请' }).click();
  const record = page.getByRole('listitem').filter({ hasText: '岗位类型：管理岗位' });
  await expect(record.getByText('待审核')).toBeVisible();

  const room = await browser.newContext();
  const admin = await room.newPage();
  await admin.goto(`${origins.main}/login`);
  await fillStaffSignIn(admin, async () => {}, { mobile: unitAdmin, password });
  await admin.waitForURL(({ pathname }) => pathname !== '/login');
  await admin.goto(`${origins.user}/user/setting`);
  await admin.getByRole('link', { name: '审核本单位的申请' }).click();
  const request = admin.getByRole('listitem').filter({ hasText: '管理岗位' }).last();
  await expect(request.getByRole('button', { name: '查看 资格证书.png' })).toBeVisible();
  await expectAccessible(admin, complaints);
  await request.getByRole('button', { name: /^通过/ }).click();
  await expect(admin.getByText('已通过，从生效日期起执行')).toBeVisible();

  await page.reload();
  await expect(record.getByText('已核实')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, complaints);
  await room.close();
});

test('a village doctor applies for a class with a proof, and waits for the decision about both', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000);
  const person = await createAccount(origins.main, { level: 'D', series_code: '02' });
  await signIn(page, person.mobile);
  await page.goto(`${origins.main}/xcys`);
  const session = page.getByRole('article', { name: '第3期' });
  await session.getByRole('button', { name: /^报名/ }).click();
  const dialog = page.getByRole('dialog', { name: '确认报名' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '提交报名' }).click();
  await expect(dialog.getByText('请上传证明材料')).toBeVisible();
  await uploadProof(page);
  await expectAccessible(page, complaints);
  await dialog.getByRole('button', { name: '提交报名' }).click();
  await expect(page.getByText('报名已提交，等待审核')).toBeVisible();
  await page.getByRole('dialog').getByText('关闭', { exact: true }).click();
  await expect(session.getByText('待审核', { exact: true })).toBeVisible();
  await page.goto(`${origins.user}/user/setting?view=facts`);
  await expect(page.getByText('专业级别：乡村医生')).toBeVisible();
  await expect(page.getByText('由培训中心审核')).toBeVisible();
});
