import type { BodyOf } from '@cme/contract/base';
import { changeMobile, login, messageList, stepUpSmsCode, userInfo } from '@cme/contract/person';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAgain } from '../../../../test/learner.ts';
import {
  mobile,
  password,
  signedInPerson,
  smsCode,
  solved,
  type TestPerson,
  texts,
} from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';

const api = await startApiForFile();
let person: TestPerson;
let n = 28_000;
beforeEach(async () => {
  n += 2;
  api.clock.pass(24 * 3_600_000);
  person = await signedInPerson(api, n);
});

const next = () => mobile(n + 1);
const codeTo = (number: string) => smsCode(api, 'change_mobile', number);
const change = (body: Partial<BodyOf<typeof changeMobile>>) =>
  api.send(changeMobile, { mobile: next(), sms_code: '', ...body }, person);
const signIn = (account: string) =>
  api.sendForMessage(login, { login_kind: 'password', account, password });
async function ownCode(): Promise<string> {
  await api.send(stepUpSmsCode, await solved(api), person);
  return (await texts(api)).findLast((text) => text.mobile === mobile(n))?.code ?? '';
}

describe('a mobile number', () => {
  test('is changed with the password: the old number is invalid, other sessions end, the person is notified', async () => {
    const token = await signInAgain(api, { user_id: person.user_id, site_id: 'main' });
    const sms_code = await codeTo(next());
    const masked = next().replace(/^(\d{3})\d{4}/, '$1****');
    expect(await change({ sms_code, password })).toEqual({ mobile: masked });
    await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject({ statusCode: 401 });
    expect(await api.send(userInfo, {}, person)).toMatchObject({ mobile: masked });
    expect((await api.send(messageList, {}, person)).list).toMatchObject([
      { title: '手机号已更换' },
    ]);
    await expect(signIn(mobile(n))).rejects.toMatchObject({ message: '手机号码或密码错误' });
    expect((await signIn(next())).data).toMatchObject({ user_id: person.user_id });
  });

  test('is changed once with a code to the old number', async () => {
    const own_code = await ownCode();
    await change({ sms_code: await codeTo(next()), own_code });
    await expect(
      change({ mobile: mobile(n), sms_code: await codeTo(mobile(n)), own_code }),
    ).rejects.toMatchObject({ field: 'own_code' });
  });

  test.each([
    ['no proof', {}, 'password', '请输入登录密码或短信验证码'],
    ['a wrong password', { password: 'Wrong2Guess' }, 'password', '登录密码不正确'],
    ['a wrong code to the old number', { own_code: '000000' }, 'own_code', '验证码错误或已失效'],
  ])('with %s is not changed', async (_, proof, field, message) => {
    const sms_code = await codeTo(next());
    await expect(change({ sms_code, ...proof })).rejects.toMatchObject({ field, message });
    expect((await signIn(mobile(n))).data).toMatchObject({ user_id: person.user_id });
  });

  test('is not changed without the code sent to the new number; a code of another scene is invalid', async () => {
    const sms_code = await smsCode(api, 'login', next());
    await expect(change({ sms_code, password })).rejects.toMatchObject({ code: 'sms_wrong' });
    expect((await signIn(mobile(n))).data).toMatchObject({ user_id: person.user_id });
  });

  test('of another person is refused after its code was verified', async () => {
    await signedInPerson(api, n + 1);
    await expect(change({ sms_code: '000000', password })).rejects.toMatchObject({
      code: 'sms_wrong',
    });
    const sms_code = await codeTo(next());
    await expect(change({ sms_code, password })).rejects.toMatchObject({
      code: 'mobile_taken',
      field: 'mobile',
    });
  });

  test('changed by two concurrent requests is changed once', async () => {
    const [own_code, sms_code] = [await ownCode(), await codeTo(next())];
    const all = await Promise.allSettled([
      change({ sms_code, own_code }),
      change({ sms_code, own_code }),
    ]);
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
