import { expect, test } from '../../support/journey.ts';
import { nurse, physician } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../../support/register.ts';

test('invalid registration input is reported at each field and creates no account', async ({
  page,
}) => {
  await page.goto(`${origins.main}/regist/person`);
  await pressRegister(page);
  await expect(page.getByText('请输入手机号')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();
  await expect(page.getByText('请输入真实姓名')).toBeVisible();
  await expect(page.getByText('请输入证件号码')).toBeVisible();
  await expect(page.getByText('请选择所在地区')).toBeVisible();
  await expect(page.getByText('请阅读并同意服务条款和隐私政策')).toBeVisible();
  await expect(page).toHaveURL(`${origins.main}/regist/person`);
});

const invalidInputs: [string, string, string, string][] = [
  ['a number that starts with 12', '手机号', '12800000000', '请输入正确的手机号码'],
  [
    'a password without a capital',
    '密码',
    'learner2026',
    '密码须为8-20位，包含大写字母、小写字母和数字',
  ],
  ['another password the second time', '确认密码', 'Learner2027', '两次输入的密码不一致'],
  ['an ID number with a wrong check digit', '证件号码', '110105194912310021', '身份证号码不正确'],
];

for (const [description, label, value, message] of invalidInputs) {
  test(`${description} is refused at its field`, async ({ page }) => {
    const person = newPerson();
    await page.goto(`${origins.main}/regist/person`);
    await describePerson(page, person);
    await page.getByLabel('手机号', { exact: true }).fill(person.mobile);
    await page.getByLabel('短信验证码', { exact: true }).fill('123456');
    await page.getByLabel(label, { exact: true }).fill(value);
    await pressRegister(page);
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(message),
    );
    await expect(page).toHaveURL(`${origins.main}/regist/person`);
  });
}

test('a wrong code creates no account', async ({ page }) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await page.goto(`${origins.main}/regist/person`);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  const correctCode = await page.getByLabel('短信验证码', { exact: true }).inputValue();
  await page
    .getByLabel('短信验证码', { exact: true })
    .fill(correctCode === '111111' ? '222222' : '111111');
  await pressRegister(page);
  await expect(page.getByText('验证码错误或已失效').first()).toBeVisible({ timeout: 45_000 });
  await expect(page).toHaveURL(`${origins.main}/regist/person`);
});

test('a number with an account cannot register again', async ({ page }, { retry }) => {
  test.setTimeout(120_000);
  // A number gets one message a minute, so a retry uses another one.
  const person = { ...newPerson(), mobile: retry === 0 ? nurse : physician };
  await page.goto(`${origins.main}/regist/person`);
  await describePerson(page, person);
  await proveMobile(page, person.mobile);
  await pressRegister(page);
  await expect(page.getByLabel('手机号', { exact: true })).toHaveAccessibleDescription(/已被注册/, {
    timeout: 45_000,
  });
  await expect(page).toHaveURL(`${origins.main}/regist/person`);
});
