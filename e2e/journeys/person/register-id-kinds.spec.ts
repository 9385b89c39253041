import { randomInt } from 'node:crypto';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import {
  describePerson,
  expectRegistered,
  newPerson,
  pressRegister,
  proveMobile,
} from '../../support/register.ts';

const randomDigits = (count: number) =>
  Array.from({ length: count }, () => String(randomInt(10))).join('');

for (const [kind, number, name, expected] of [
  ['军官证', () => `军字第${randomDigits(8)}号`, '苏晚晴', /^军字第\*{4}\d\d号$/],
  ['港澳台通行证', () => `H${randomDigits(8)}`, '黄颖琳', /^H\*{4}\d{3}$/],
  ['护照', () => `SE${randomDigits(7)}`, 'Maria Lindqvist', /^S\*{4}\d{3}$/],
] as const) {
  test(`a learner registers with ${kind}, fills in what the number does not contain, and sees it masked`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(120_000);
    const person = newPerson();
    await page.goto(`${origins.main}/regist/person`);
    await describePerson(page, { ...person, name, idNo: 'H1' });
    await page.getByLabel('证件类型', { exact: true }).selectOption({ label: kind });
    await pressRegister(page);
    await expect(page.getByLabel('证件号码', { exact: true })).toHaveAccessibleDescription(
      /证件号码不正确，请重新输入！/,
    );
    await expect(page.getByText('请选择性别')).toBeVisible();
    await expectAccessible(page, complaints);
    await page.getByLabel('证件号码', { exact: true }).fill(number());
    await page.getByLabel('性别', { exact: true }).selectOption({ label: '女' });
    await page.getByLabel('出生日期', { exact: true }).fill('1988-11-02');
    await proveMobile(page, person.mobile);
    await pressRegister(page);
    await expectRegistered(page, name);
    await page.goto(`${origins.user}/user/setting`);
    await expect(page.getByText(expected)).toBeVisible({ timeout: 45_000 });
  });
}
