import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import {
  describePerson,
  expectRegistered,
  newPerson,
  pressRegister,
  proveMobile,
} from '../../support/register.ts';
import { decideApplication } from '../../support/unit-admin.ts';

const decide = (name: string, decision: 'approve' | 'refuse', reason = '') =>
  decideApplication(({ real_name }) => real_name === name, decision, reason);

test('on a closed site, a stranger who registers sees only where the registration stands, until the unit approves', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000);
  const letters = '天地玄黄宇宙洪荒日月盈昃辰宿列张';
  const randomLetter = () => letters[Math.floor(Math.random() * letters.length)] ?? '';
  const person = { ...newPerson(), name: `苏${randomLetter()}${randomLetter()}${randomLetter()}` };
  await page.goto(`${origins.hospital}/regist/person`);
  await describePerson(page, person);
  const field = page.getByRole('combobox', { name: '工作单位' });
  await field.fill('清渚市第一');
  await expect(page.getByRole('option', { name: /^清渚市第一人民医院康复分院/ })).toBeVisible({
    timeout: 45_000,
  });
  await expectAccessible(page, complaints);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('清渚市第一人民医院');
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('注册申请待审核', { timeout: 45_000 });
  await expect(page.getByText('您的注册由“清渚市第一人民医院”审核')).toBeVisible();
  await expectAccessible(page, complaints);
  for (const path of ['/', '/user/learn', '/search?keyword=护理查房', '/user/setting']) {
    await page.goto(origins.hospital + path);
    await expect(heading).toHaveText('注册申请待审核');
    await expect(page.getByRole('main')).not.toContainText('护理查房');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '撤回申请' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click();
  await expect(heading).toHaveText('注册申请已撤回');
  await page.getByRole('button', { name: '重新申请' }).click();
  await expect(heading).toHaveText('注册申请待审核');
  await decide(person.name, 'refuse', '花名册中没有您的姓名，请先到人事科登记');
  await page.reload();
  await expect(heading).toHaveText('注册申请未通过');
  await expect(page.getByText('花名册中没有您的姓名，请先到人事科登记')).toBeVisible();
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '申请其他单位' }).click();
  const otherUnit = page.getByRole('combobox', { name: '工作单位' });
  await otherUnit.fill('康复');
  await page.getByRole('option', { name: /康复分院/ }).click();
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('您的注册由“清渚市第一人民医院康复分院”审核')).toBeVisible();
  await decide(person.name, 'approve');
  await page.goto(`${origins.hospital}/user/setting`);
  await expect(page.getByText('您已加入：')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectRegistered(page, person.name);

  await page.getByRole('button', { name: '申请调入其他单位' }).click();
  await page.getByRole('combobox', { name: '工作单位' }).fill('清渚市第一');
  await page
    .getByRole('option', { name: /^清渚市第一人民医院(?!康复)/ })
    .first()
    .click();
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('等待“清渚市第一人民医院”审核')).toBeVisible();
  await decide(person.name, 'approve');
  await page.reload();
  await expect(page.getByText('您已加入：')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '退出单位' }).click();
  await page.getByRole('button', { name: '确定退出' }).click();
  await expect(page.getByText('您还没有填写工作单位。')).toBeVisible();
});
