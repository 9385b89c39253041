import { createHash } from 'node:crypto';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { captcha, loginSmsCode, registPerson } from '@cme/contract';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { newIdNumber, newMobile, password, signIn, smsCode } from './people.ts';
import { direct } from './places.ts';

export interface Person {
  mobile: string;
  name: string;
  idNo: string;
}

export const newPerson = (): Person => ({ mobile: newMobile(), name: '苏晚晴', idNo: newIdNumber() });

/** Asks for the code of the form in view and types in what arrives. */
export async function proveMobile(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发送').waitFor();
  await page.getByLabel('短信验证码', { exact: true }).fill(await smsCode(mobile));
}

/** Everything of the registration form but the number's proof. */
export async function describePerson(page: Page, person: Person): Promise<void> {
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码', { exact: true }).fill(password);
  await page.getByLabel('姓名', { exact: true }).fill(person.name);
  await page.getByLabel('证件号码', { exact: true }).fill(person.idNo);
  await page.getByLabel('省份').selectOption({ label: '浙江省' });
  await page.getByLabel('城市').selectOption({ label: '杭州市' });
  await page.getByLabel('区县').selectOption({ label: '西湖区' });
  await page.getByLabel('工作单位', { exact: true }).fill('省人民医院');
  await page.getByLabel('专业系列', { exact: true }).selectOption({ label: '护理系列' });
  await page.getByLabel('专业级别', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('岗位类型', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('我已阅读并同意').check();
}

export const pressRegister = (page: Page): Promise<void> => page.getByRole('main').getByRole('button', { name: '注册', exact: true }).click();

/** Makes an account of its own for a journey that is about something else, by the calls that the form makes; afterwards
 * the page is signed in with it. */
export async function register(page: Page, origin: string): Promise<Person> {
  const person = newPerson();
  const { send } = openClient({ apiBase: direct.address, fullDomainName: new URL(origin).hostname, fetch: fetchAs(direct.hostOf(origin)) });
  const { captcha_id, challenge: { challenge, salt, algorithm, signature } } = await send(captcha, {});
  let number = 0;
  while (createHash('sha256').update(salt + number).digest('hex') !== challenge) number += 1;
  const captcha_code = Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  await send(loginSmsCode, { mobile: person.mobile, scene: 'regist', captcha_id, captcha_code });
  await send(registPerson, {
    mobile: person.mobile, sms_code: await smsCode(person.mobile), password, real_name: person.name, id_no: person.idNo,
    area_id: '330106', unit_name: '省人民医院', series_code: '04', level: 'A', post_type: 'E', agree: 'Y',
  });
  await signIn(page, person.mobile, origin);
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();
  return person;
}
