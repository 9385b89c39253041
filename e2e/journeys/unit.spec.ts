import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { login, unitApplications, unitAudit } from '@cme/contract';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { password } from '../support/people.ts';
import { direct, origins } from '../support/origins.ts';
import {
  describePerson,
  expectRegistered,
  newPerson,
  pressRegister,
  proveMobile,
} from '../support/register.ts';

/** The decision of a unit administrator by API, as there is no console yet. */
async function decideApplication(
  userName: string,
  decision: 'approve' | 'refuse',
  reason = '',
): Promise<void> {
  const client = openClient({
    apiBase: direct.address,
    fullDomainName: new URL(origins.hospital).hostname,
    fetch: fetchAs(direct.hostOf(origins.hospital)),
  });
  const { message: token } = await client.sendForMessage(login, {
    login_kind: 'password',
    account: '13800000013',
    password,
  });
  const { list } = await client.send(unitApplications, { page_size: 100 }, { token });
  const application = list.find(({ real_name }) => real_name === userName);
  if (!application) throw new Error(`no application of ${userName}`);
  const { application_id } = application;
  await client.send(unitAudit, { application_id, decision, reason }, { token });
}

test('a learner who registers with a unit waits for approval, sees the rejection with its reason, and joins another', async ({
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
  await expectRegistered(page, person.name);

  await page.goto(`${origins.hospital}/user/setting`);
  await expect(page.getByText('等待“清渚市第一人民医院”审核')).toBeVisible();
  await expectAccessible(page, complaints);
  await decideApplication(person.name, 'refuse', '您已转至康复分院，请申请康复分院');
  await page.reload();
  await expect(page.getByText('原因：您已转至康复分院，请申请康复分院')).toBeVisible();

  await page.getByRole('button', { name: '申请加入单位' }).click();
  await page.getByRole('combobox', { name: '工作单位' }).fill('康复');
  await page.getByRole('option', { name: /康复分院/ }).click();
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('等待“清渚市第一人民医院康复分院”审核')).toBeVisible();
  await decideApplication(person.name, 'approve');
  await page.reload();
  await expect(page.getByText('您已加入：')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '退出单位' }).click();
  await page.getByRole('button', { name: '确定退出' }).click();
  await expect(page.getByText('您还没有填写工作单位。')).toBeVisible();
});
