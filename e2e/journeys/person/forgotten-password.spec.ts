import { expect, test } from '../../support/journey.ts';
import { fillSignIn, password, tokenOf } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../../support/register.ts';

const fresh = 'Forgotten2027';

test('resetting a forgotten password invalidates the old password and all sessions', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await page.goto(`${origins.main}/regist/person`);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();

  const otherDevice = await browser.newPage();
  await otherDevice.goto(`${origins.main}/login`);
  await otherDevice.getByRole('link', { name: '忘记密码' }).click();
  await expect(otherDevice).toHaveTitle(/^找回密码-/);
  await otherDevice.getByLabel('新密码', { exact: true }).fill(fresh);
  await otherDevice.getByLabel('确认密码', { exact: true }).fill(fresh);
  await proveMobile(otherDevice, person.mobile);
  await otherDevice.getByRole('button', { name: '重置密码' }).click();
  await expect(otherDevice.getByText(/密码已重置/)).toBeVisible();

  await expect(page.getByRole('button', { name: person.name })).toBeHidden();
  await expect.poll(() => tokenOf(page)).toBeNull();

  await otherDevice.goto(`${origins.main}/login`);
  await fillSignIn(otherDevice, person.mobile, password);
  await expect(otherDevice.getByRole('alert')).toBeVisible();
  await fillSignIn(otherDevice, person.mobile, fresh);
  await otherDevice.waitForURL((address) => address.pathname !== '/login');
  await expect(otherDevice.getByRole('button', { name: person.name })).toBeVisible();
});
