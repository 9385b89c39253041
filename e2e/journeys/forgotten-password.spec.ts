import { expect, test } from '../support/journey.ts';
import { fillSignIn, password, tokenOf } from '../support/people.ts';
import { places } from '../support/places.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../support/register.ts';

const fresh = 'Forgotten2027';

test('resetting a forgotten password invalidates the old password and all sessions', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await page.goto(`${places.main}/regist/person`);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();

  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${places.main}/login`);
  await elsewhere.getByRole('link', { name: '忘记密码' }).click();
  await expect(elsewhere).toHaveTitle(/^找回密码-/);
  await elsewhere.getByLabel('新密码', { exact: true }).fill(fresh);
  await elsewhere.getByLabel('确认密码', { exact: true }).fill(fresh);
  await proveMobile(elsewhere, person.mobile);
  await elsewhere.getByRole('button', { name: '重置密码' }).click();
  await expect(elsewhere.getByText(/密码已重置/)).toBeVisible();

  await expect(page.getByRole('button', { name: person.name })).toBeHidden();
  await expect.poll(() => tokenOf(page)).toBeNull();

  await elsewhere.goto(`${places.main}/login`);
  await fillSignIn(elsewhere, person.mobile, password);
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await fillSignIn(elsewhere, person.mobile, fresh);
  await elsewhere.waitForURL((address) => address.pathname !== '/login');
  await expect(elsewhere.getByRole('button', { name: person.name })).toBeVisible();
});
