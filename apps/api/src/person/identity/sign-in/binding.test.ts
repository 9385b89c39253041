import { messageList, userInfo, wechatAuthorize, wechatState } from '@cme/contract/person';
import { describe, expect, test } from 'vitest';
import { signInAgain } from '../../../../test/learner.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { failure, newBrowser, setUpWechat, type WechatSetting } from '../../../../test/wechat.ts';

let { api, wechat, person, browser, nextNumber } = {} as WechatSetting;
setUpWechat(63_000, (setting) => ({ api, wechat, person, browser, nextNumber } = setting));

const bound = async (who = person) => (await api.send(wechatState, {}, who)).bound;
const refused = async (call: Promise<unknown>) =>
  expect((await failure(call)).code).toBe('wechat_refused');

describe('binding in the settings', () => {
  test('is started by signed-in people only', async () => {
    await expect(
      api.send(wechatAuthorize, { way: 'web', bind: 'Y', password: 'Learner2026' }, browser.as),
    ).rejects.toMatchObject({ statusCode: 401, code: 'need_login' });
  });

  test('is completed only in the session that started it', async () => {
    const proof = await wechat.startInSettings(browser, person.token);
    const other = await signedInPerson(api, nextNumber());
    await refused(wechat.bindCode(browser, proof, other.token));
    const again = await signInAgain(api, { user_id: person.user_id, site_id: 'main' });
    await refused(wechat.bindCode(browser, proof, again));
    expect([await bound(), await bound(other)]).toEqual(['N', 'N']);
    await wechat.bindCode(browser, proof, person.token);
    expect(await bound()).toBe('Y');
  });

  test('is completed only in the browser that started it, once, within ten minutes', async () => {
    const proof = await wechat.startInSettings(browser, person.token);
    await refused(wechat.bindCode(newBrowser(), proof, person.token));
    api.clock.pass(600_001);
    await refused(wechat.bindCode(browser, proof, person.token));
    const next = await wechat.startInSettings(browser, person.token);
    await wechat.bindCode(browser, next, person.token);
    await refused(wechat.bindCode(browser, next, person.token));
  });

  test('and signing in do not accept the answer to each other', async () => {
    await refused(wechat.bindCode(browser, await wechat.scan(browser), person.token));
    const proof = await wechat.startInSettings(browser, person.token);
    await refused(wechat.enter(browser, proof));
    expect(await bound()).toBe('N');
  });

  test('of the same WeChat again changes nothing and tells nobody', async () => {
    const bindAgain = async () =>
      wechat.bindCode(browser, await wechat.startInSettings(browser, person.token), person.token);
    await bindAgain();
    await bindAgain();
    expect((await api.send(messageList, {}, person)).list).toHaveLength(1);
  });
});

describe('binding at sign-in', () => {
  test('is told, and ends other sessions', async () => {
    const before = person.token;
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    expect((await api.send(messageList, {}, person)).list).toMatchObject([
      { title: '账号已绑定微信' },
    ]);
    await expect(api.send(userInfo, {}, { token: before })).rejects.toMatchObject({
      statusCode: 401,
    });
  });

  test('needs a sign-in after WeChat’s answer: an earlier session cannot bind', async () => {
    const token = await wechat.signIn(browser, person);
    await refused(wechat.bindAs(browser, await wechat.fetchBindTicket(browser), token));
    expect(await bound()).toBe('N');
  });

  test('needs a sign-in in the same browser: another session of the person cannot bind', async () => {
    const ticket = await wechat.fetchBindTicket(browser);
    const token = await wechat.signIn(newBrowser(), person);
    await refused(wechat.bindAs(browser, ticket, token));
    expect(await bound()).toBe('N');
  });

  test('belongs to the first who signs in: the next person in this browser cannot bind', async () => {
    const ticket = await wechat.fetchBindTicket(browser);
    await wechat.signIn(browser, person);
    const other = await signedInPerson(api, nextNumber());
    await refused(wechat.bindAs(browser, ticket, await wechat.signIn(browser, other)));
    expect(await bound(other)).toBe('N');
  });

  test('is not possible by signing in with another WeChat', async () => {
    await wechat.bind(browser, await wechat.fetchBindTicket(browser), person);
    const stranger = { ...browser, seed: newBrowser().seed };
    const ticket = await wechat.fetchBindTicket(stranger);
    const { message } = await wechat.enter(browser, await wechat.scan(browser));
    await refused(wechat.bindAs(browser, ticket, message));
  });
});
