import type { Page } from '@playwright/test';
import { createAccount, type Person } from './account.ts';
import { expect } from './journey.ts';
import { password, signIn, readSmsCode } from './people.ts';

export { newPerson } from './account.ts';

/** Requests the code of the current form and enters it. */
export async function proveMobile(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  // A proof of work comes before it.
  await page.getByText('验证码已发送').waitFor({ timeout: 45_000 });
  await page.getByLabel('短信验证码', { exact: true }).fill(await readSmsCode(mobile));
}

/** Fills in the registration form except the number and its code. `unit`: chosen from the directory,
 * as sites demand that admit people with their unit's approval. */
export async function describePerson(page: Page, person: Person, unit?: string): Promise<void> {
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码', { exact: true }).fill(password);
  await page.getByLabel('姓名', { exact: true }).fill(person.name);
  await page.getByLabel('证件号码', { exact: true }).fill(person.idNo);
  await page.getByLabel('省份').selectOption({ label: '浙江省' });
  await page.getByLabel('城市').selectOption({ label: '杭州市' });
  await page.getByLabel('区县').selectOption({ label: '西湖区' });
  const field = page.getByLabel('工作单位', { exact: true });
  await field.fill(unit ?? '省人民医院');
  if (unit) await page.getByRole('option', { name: unit }).first().click();
  await page.getByLabel('专业系列', { exact: true }).selectOption({ label: '护理系列' });
  await page.getByLabel('专业级别', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('岗位类型', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('我已阅读并同意').check();
  await page.getByLabel('我单独同意使用我的证件号码').check();
}

export const pressRegister = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: '注册', exact: true }).click();

/** Waits until the header shows the new name; hashing the password is slow on purpose, and slower
 * on a busy machine. */
export const expectRegistered = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('button', { name })).toBeVisible({ timeout: 45_000 });

/** Creates an account for a journey that is about something else and signs in with it. */
export async function register(page: Page, origin: string): Promise<Person> {
  const person = await createAccount(origin);
  await signIn(page, person.mobile, origin);
  return person;
}
