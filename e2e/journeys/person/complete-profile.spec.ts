import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { unitSearch } from '@cme/contract/person';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { signIn } from '../../support/people.ts';
import { direct, origins } from '../../support/origins.ts';
import { createAccount } from '../../support/account.ts';

test('a learner without a unit is asked for it once, and again where it is required', async ({
  page,
  complaints,
}) => {
  test.setTimeout(180_000);
  const { send } = openClient({
    apiBase: direct.address,
    fullDomainName: new URL(origins.main).hostname,
    fetch: fetchAs(direct.hostOf(origins.main)),
  });
  const { list } = await send(unitSearch, { area_id: '330106', keyword: '省人民医院' });
  const person = await createAccount(origins.main, { unit_id: list[0]?.unit_id });
  await signIn(page, person.mobile, origins.main);
  await page.goto(`${origins.user}/user/setting`);
  await page.getByRole('button', { name: '退出单位' }).click({ timeout: 45_000 });
  await page.getByRole('button', { name: '确定退出' }).click();
  // The settings themselves ask nothing: they show the same fields.
  await expect(page.getByRole('button', { name: '退出单位' })).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: '完善个人资料' });
  await expect(dialog).toHaveCount(0);
  await page.goto(`${origins.user}/user/learn`);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('combobox')).toHaveCount(1);
  await expectAccessible(page, complaints);
  await dialog.getByRole('button', { name: '以后再说' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`${origins.main}/profession`);
  await expect(page.getByText(/^共 \d+ 门课程$/)).toBeVisible({ timeout: 45_000 });
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: '适合我', exact: true }).click();
  await expect(dialog.getByText('继续之前，请先补充以下信息。')).toBeVisible();
  await dialog.getByRole('combobox', { name: '工作单位' }).fill('云麓市仁心门诊部');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${origins.user}/user/setting`);
  await expect(page.getByText('云麓市仁心门诊部')).toBeVisible();
  await expectAccessible(page, complaints);
});
