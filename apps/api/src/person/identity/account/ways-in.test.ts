import {
  changeMobile,
  changePassword,
  deviceSignOutOthers,
  forgetpwdReset,
  forgetpwdVerify,
  login,
  messageList,
  stepUpSmsCode,
  userInfo,
  wechatState,
} from '@cme/contract/person';
import { beforeEach, describe, expect, test } from 'vitest';
import { mobile, password, smsCode, solved, texts } from '../../../../test/people.ts';
import { failure, type StepUp, setUpWechat, type WechatSetting } from '../../../../test/wechat.ts';
import { signInAgain } from '../../../../test/learner.ts';

let { api, wechat, person, browser } = {} as WechatSetting;
let newMobile = '';
setUpWechat(
  61_000,
  (setting) => {
    ({ api, wechat, person, browser } = setting);
    newMobile = mobile(setting.nextNumber());
  },
  24 * 3_600_000,
);

const newPassword = 'Changed2026Now';
const bound = async () => (await api.send(wechatState, {}, person)).bound;
const bindNow = async () => wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
const byPassword = (account: string, secret: string) =>
  failure(
    api.sendForMessage(login, { login_kind: 'password', account, password: secret }, browser.as),
  );
const byWechat = async () => failure(wechat.enter(browser, await wechat.scan(browser)));
const elsewhere = () => signInAgain(api, { user_id: person.user_id, site_id: 'main' });
const titles = async (token = person.token) =>
  (await api.send(messageList, {}, { token })).list.map(({ title }) => title);
async function ownCode(): Promise<string> {
  await api.send(stepUpSmsCode, await solved(api), person);
  return (await texts(api)).findLast((text) => text.mobile === person.mobile)?.code ?? '';
}
async function verifyNumber() {
  const sms_code = await smsCode(api, 'forgetpwd', person.mobile);
  return api.send(forgetpwdVerify, { mobile: person.mobile, sms_code });
}
async function reset(keepWechat?: 'Y') {
  const { reset_token } = await verifyNumber();
  return api.send(
    forgetpwdReset,
    { reset_token, password: newPassword, ...(keepWechat ? { keep_wechat: keepWechat } : {}) },
    browser.as,
  );
}

interface Change {
  name: string;
  before?: () => Promise<unknown>;
  make: (proof: StepUp) => Promise<unknown>;
  title: string;
  /** What the way in opens afterwards. */
  after: () => Promise<void>;
}
const changes: Change[] = [
  {
    name: 'binding WeChat',
    make: async (proof) =>
      wechat.bindCode(
        browser,
        await wechat.startInSettings(browser, person.token, proof),
        person.token,
      ),
    title: '账号已绑定微信',
    after: async () => expect((await byWechat()).code).toBe('accepted'),
  },
  {
    name: 'unbinding WeChat',
    before: bindNow,
    make: (proof) => wechat.unbind(person.token, proof),
    title: '微信已解除绑定',
    after: async () => expect((await byWechat()).code).toBe('wechat_unbound'),
  },
  {
    name: 'changing the number',
    make: async (proof) =>
      api.send(
        changeMobile,
        {
          mobile: newMobile,
          sms_code: await smsCode(api, 'change_mobile', newMobile),
          ...proof,
        },
        person,
      ),
    title: '手机号已更换',
    after: async () => {
      expect((await byPassword(person.mobile, password)).message).toBe('手机号码或密码错误');
      expect((await byPassword(newMobile, password)).code).toBe('accepted');
    },
  },
  {
    name: 'signing out other devices with WeChat',
    before: bindNow,
    make: (proof) => api.send(deviceSignOutOthers, { end_wechat: 'Y', ...proof }, person),
    title: '其他设备已退出登录',
    after: async () => expect((await byWechat()).code).toBe('wechat_unbound'),
  },
];

describe.each(changes)('$name', ({ before, make, title, after }) => {
  beforeEach(async () => {
    await before?.();
    api.clock.pass(1000);
  });

  test.each([
    ['no proof', {}, 'password'],
    ['a wrong password', { password: 'Wrong2Guess' }, 'password'],
    ['a wrong code', { own_code: '000000' }, 'own_code'],
  ])('with %s is refused and changes nothing', async (_, proof, field) => {
    const other = await elsewhere();
    const was = [await bound(), await titles()];
    await expect(make(proof)).rejects.toMatchObject({ statusCode: 400, field });
    expect([await bound(), await titles()]).toEqual(was);
    expect(await api.send(userInfo, {}, { token: other })).toMatchObject({
      user_id: person.user_id,
    });
    expect((await byPassword(person.mobile, password)).code).toBe('accepted');
  });

  test('with the password is done: others are signed out, the person is told, the old way is dead', async () => {
    const other = await elsewhere();
    await make({ password });
    await expect(api.send(userInfo, {}, { token: other })).rejects.toMatchObject({
      statusCode: 401,
    });
    const [message] = (await api.send(messageList, {}, person)).list;
    expect(message).toMatchObject({ title, link_type: 'setting' });
    expect(message?.text).toMatch(/时间：\d+月\d+日 \d\d:\d\d，操作设备：.+。如非本人操作，请立即/);
    await after();
  });

  test('with a code to the number is done', async () => {
    await make({ own_code: await ownCode() });
    expect((await titles())[0]).toBe(title);
    await after();
  });
});

describe('a reset of the password', () => {
  test('ends the binding of WeChat and every session, and tells so', async () => {
    await bindNow();
    expect(await verifyNumber()).toMatchObject({ wechat_bound: 'Y' });
    api.clock.pass(3_600_000);
    await reset();
    await expect(api.send(userInfo, {}, person)).rejects.toMatchObject({ statusCode: 401 });
    expect((await byWechat()).code).toBe('wechat_unbound');
    expect((await byPassword(person.mobile, password)).message).toBe('手机号码或密码错误');
    const [message] = (await api.send(messageList, {}, { token: await elsewhere() })).list;
    expect(message?.title).toBe('登录密码已重设');
    expect(message?.text).toContain('微信绑定已解除');
  });

  test('keeps the binding by explicit choice', async () => {
    await bindNow();
    api.clock.pass(1000);
    await reset('Y');
    expect((await byWechat()).code).toBe('accepted');
    const [message] = (await api.send(messageList, {}, { token: await elsewhere() })).list;
    expect(message?.text).toContain('微信绑定按您的选择保留');
  });

  test('says that nothing is bound', async () => {
    expect(await verifyNumber()).toMatchObject({ wechat_bound: 'N' });
  });

  test('ends a binding that is under way', async () => {
    const proof = await wechat.startInSettings(browser, person.token);
    await reset();
    await expect(wechat.bindCode(browser, proof, person.token)).rejects.toMatchObject({
      statusCode: 401,
    });
    person.token = await elsewhere();
    expect((await failure(wechat.bindCode(browser, proof, person.token))).code).toBe(
      'wechat_refused',
    );
    expect(await bound()).toBe('N');
  });
});

describe('a change of the password', () => {
  const change = (given: { keep_wechat?: 'Y' } = {}) =>
    api.send(changePassword, { old_password: password, password: newPassword, ...given }, person);

  test('ends the binding of WeChat, or keeps it by explicit choice', async () => {
    await bindNow();
    await change({ keep_wechat: 'Y' });
    expect(await bound()).toBe('Y');
    await api.send(
      changePassword,
      { old_password: newPassword, password: `${newPassword}2` },
      person,
    );
    expect(await bound()).toBe('N');
    expect((await byWechat()).code).toBe('wechat_unbound');
  });

  test('with a wrong old password ends nothing', async () => {
    await bindNow();
    const wrong = { old_password: 'Wrong2Guess', password: newPassword };
    await expect(api.send(changePassword, wrong, person)).rejects.toMatchObject({
      field: 'old_password',
    });
    expect(await bound()).toBe('Y');
  });
});

describe('a verification of the number for a reset', () => {
  test.each(['number', 'password'])('is void once the %s has changed', async (what) => {
    const { reset_token } = await verifyNumber();
    if (what === 'password')
      await api.send(
        changePassword,
        { old_password: password, password: 'Another2026Now' },
        person,
      );
    else
      await api.send(
        changeMobile,
        {
          mobile: newMobile,
          sms_code: await smsCode(api, 'change_mobile', newMobile),
          password,
        },
        person,
      );
    await expect(
      api.send(forgetpwdReset, { reset_token, password: newPassword }, browser.as),
    ).rejects.toMatchObject({ code: 'sms_wrong' });
  });
});

test('signing out other devices without a choice keeps WeChat, and tells once', async () => {
  await bindNow();
  await elsewhere();
  await api.send(deviceSignOutOthers, {}, person);
  await api.send(deviceSignOutOthers, {}, person);
  expect(await bound()).toBe('Y');
  expect((await titles()).filter((title) => title === '其他设备已退出登录')).toHaveLength(1);
});
