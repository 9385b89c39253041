import { changePassword, login, messageList, userInfo } from '@cme/contract/person';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAgain } from '../../../../test/learner.ts';
import { mobile, password, signedInPerson, type TestPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';

const api = await startApiForFile();
let person: TestPerson;
let n = 27_000;
beforeEach(async () => {
  n += 1;
  api.clock.pass(24 * 3_600_000);
  person = await signedInPerson(api, n);
});

const fresh = 'Fresh2Start';
const change = (oldPassword: string, next = fresh) =>
  api.send(changePassword, { old_password: oldPassword, password: next }, person);
const signIn = (usedPassword: string) =>
  api.sendForMessage(login, { login_kind: 'password', account: mobile(n), password: usedPassword });
const elsewhere = () => signInAgain(api, { user_id: person.user_id, site_id: 'main' });

describe('a password', () => {
  test('is changed with the old one: other sessions end, this one stays, and the person is notified', async () => {
    const token = await elsewhere();
    await change(password);
    await expect(api.send(userInfo, {}, { token })).rejects.toMatchObject({ statusCode: 401 });
    expect(await api.send(userInfo, {}, person)).toMatchObject({ unread_count: 1 });
    const { list } = await api.send(messageList, {}, person);
    expect(list).toMatchObject([{ title: '登录密码已修改', link_type: 'setting' }]);
    await expect(signIn(password)).rejects.toMatchObject({ message: '手机号码或密码错误' });
    expect((await signIn(fresh)).data).toMatchObject({ user_id: person.user_id });
  });

  test.each([
    ['a wrong old one', 'Wrong2Guess', fresh, 'old_password', '原密码不正确'],
    ['none', '', fresh, 'old_password', '请输入原密码'],
    ['the same again', password, password, 'password', '新密码不能与原密码相同'],
    [
      'a weak one',
      password,
      'learner2027',
      'password',
      '密码须为8-20位，包含大写字母、小写字母和数字',
    ],
    [
      'a simple one',
      password,
      'Password2026',
      'password',
      '密码过于简单，请更换一个不易被猜到的密码',
    ],
  ])('with %s is not changed', async (_, old, next, field, message) => {
    const token = await elsewhere();
    await expect(change(old, next)).rejects.toMatchObject({ statusCode: 400, field, message });
    expect(await api.send(userInfo, {}, { token })).toMatchObject({ unread_count: 0 });
    expect((await signIn(password)).data).toMatchObject({ user_id: person.user_id });
  });

  test('has one attempt limit shared with sign-in', async () => {
    for (let index = 0; index < 3; index += 1)
      await expect(change(`Wrong${index}Guess`)).rejects.toMatchObject({ message: '原密码不正确' });
    for (let index = 3; index < 5; index += 1)
      await expect(change(`Wrong${index}Guess`)).rejects.toMatchObject({ message: '原密码不正确' });
    await expect(change(password)).rejects.toMatchObject({
      code: 'account_locked',
      message: '密码错误次数过多，请15分钟后再试',
    });
    await expect(signIn(password)).rejects.toMatchObject({ code: 'account_locked' });
    api.clock.pass(16 * 60_000);
    await change(password);
  });

  test('changed by two concurrent requests is changed once', async () => {
    const all = await Promise.allSettled([
      change(password, 'Fresh2Left'),
      change(password, 'Fresh2Right'),
    ]);
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('cannot be changed by a guest', async () => {
    await expect(
      api.send(changePassword, { old_password: password, password: fresh }),
    ).rejects.toMatchObject({ statusCode: 401 });
  });
});
