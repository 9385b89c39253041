import type { BodyOf } from '@cme/contract/base';
import {
  forgetpwdReset,
  forgetpwdVerify,
  login,
  registCheck,
  registPerson,
  userInfo,
} from '@cme/contract/person';
import { siteConfig } from '@cme/contract/site';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import {
  idNumber,
  mobile,
  password,
  signedInPerson,
  smsCode,
  solved,
  newRegistration,
} from '../../../../test/people.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { sitePage } from '../../../site/page/page.tables.ts';
import { publishPage } from '../../../site/page/publish.action.ts';
import { user } from '../identity.tables.ts';

const api = await startApiForFile();
let n = 6000;
beforeEach(() => {
  n += 1;
  api.clock.pass(2 * 3_600_000);
});

type Form = BodyOf<typeof registPerson>;
const form = (smsCode: string, given: Partial<Form> = {}) => newRegistration(n, smsCode, given);
const codeFor = (to = mobile(n)) => smsCode(api, 'regist', to);
const people = (id: string) => api.db.select().from(user).where(eq(user.site_id, id));

describe('registering', () => {
  test('creates a signed-in person with the given data and those in the identity number', async () => {
    const { data, message } = await api.sendForMessage(
      registPerson,
      form(await codeFor(), { id_no: '11010519491231002x' }),
    );
    expect(data.user).toMatchObject({
      real_name: '李新人',
      id_no: '110105********002X',
      birth_date: '1949-12-31',
      gender: 'F',
      area_id: '110105',
      area_name: '北京市朝阳区',
      unit_name: '第一人民医院',
      series_code: '04',
      level: 'A',
      post_type: 'E',
      verify_status: 'unverified',
      is_complete: 'Y',
      roles: ['learner'],
    });
    const info = await api.send(userInfo, {}, { token: message });
    expect(data).toEqual({ ...info, user: info, defaultLoginUrl: '' });
  });

  test.each([
    ['a landline', { mobile: '02012345678' }, '请输入正确的手机号码'],
    ['a short code', { sms_code: '12345' }, '验证码错误或已失效'],
    [
      'a password without digits',
      { password: 'LearnerLearner' },
      '密码须为8-20位，包含大写字母、小写字母和数字',
    ],
    ['12345678', { password: '12345678' }, '密码须为8-20位，包含大写字母、小写字母和数字'],
    ['Password1', { password: 'Password1' }, '密码过于简单，请更换一个不易被猜到的密码'],
    ['Aa123456', { password: 'Aa123456' }, '密码过于简单，请更换一个不易被猜到的密码'],
    ['1qaz2WSX', { password: '1qaz2WSX' }, '密码过于简单，请更换一个不易被猜到的密码'],
    [
      'the own number as password',
      { password: `Aa${mobile(6500)}`, mobile: mobile(6500) },
      '密码过于简单，请更换一个不易被猜到的密码',
    ],
    ['a Latin name', { real_name: 'Li' }, '请输入真实姓名'],
    [
      'an identity number with a wrong check character',
      { id_no: '110105194912310021' },
      '身份证号码不正确',
    ],
    ['a child', { id_no: '110105202012310026' }, '身份证号码不正确'],
    ['an area that does not exist', { area_id: '110999' }, '请选择所在地区'],
    ['a whole province', { area_id: '110000' }, '请选择所在地区'],
    ['no unit', { unit_name: ' ' }, '请输入工作单位'],
    ['a series that does not exist', { series_code: '40' }, '请选择专业系列'],
    ['a level that does not exist', { level: 'E' as 'A' }, '请选择专业级别'],
    ['a post type that does not exist', { post_type: 'X' as 'E' }, '请选择岗位类型'],
    ['no consent', { agree: 'N' as 'Y' }, '请阅读并同意服务条款和隐私政策'],
  ])('refuses %s', async (_, given: Partial<Form>, message) => {
    await expect(api.send(registPerson, form('123456', given))).rejects.toMatchObject({
      statusCode: 400,
      message,
    });
  });

  test('stores which versions of terms and privacy policy were accepted, and only those in force', async () => {
    const publish = (page: 'terms' | 'privacy', text: string) =>
      publishPage(api.context, 'main', { page, text }, { actor_type: 'staff', actor_id: 'S' });
    const row = async () =>
      (await people('main')).find(({ user_id }) => user_id === id)! as Record<string, unknown>;
    const first = await api.send(registPerson, form(await codeFor()));
    let id = first.user.user_id;
    expect(await row()).toMatchObject({ agree_version: '2026-01', privacy_version: '2026-01' });

    n += 1;
    await publish('privacy', '<p>新的隐私政策</p>');
    const { terms_version, privacy_version = '' } = await api.send(siteConfig, {});
    expect([terms_version, privacy_version]).toEqual(['2026-01', formatDay(api.clock.now())]);
    const sms = await codeFor();
    for (const given of [
      {},
      { privacy_version: '2026-01' },
      { privacy_version: '2099-01-01' },
      { agree_version: '2099-01-01', privacy_version },
    ])
      await expect(api.send(registPerson, form(sms, given))).rejects.toMatchObject({
        code: 'terms_changed',
        message: expect.stringContaining('重新阅读') as string,
      });
    const second = await api.send(registPerson, form(sms, { privacy_version }));
    id = second.user.user_id;
    expect(await row()).toMatchObject({ agree_version: '2026-01', privacy_version });
    await api.db.delete(sitePage);
  });

  test.each([
    ['OF', '军字第7654321号', '李新人', '军字第****21号'],
    ['HM', 'H7654321', '李新人', ''],
    ['HM', 'H76543210', '李新人', 'H****210'],
    ['PP', 'se7654321', 'Maria Lindqvist', 'S****321'],
  ] as const)('accepts %s %s, and shows it masked', async (idType, idNo, realName, shown) => {
    const call = api.sendForMessage(
      registPerson,
      form(await codeFor(), {
        id_type: idType,
        id_no: idNo,
        real_name: realName,
        gender: 'F',
        birth_date: '1988-11-02',
      }),
    );
    if (shown === '') return expect(call).rejects.toThrow('证件号码不正确，请重新输入！');
    const { user: created } = (await call).data;
    expect(created).toMatchObject({
      id_type: idType,
      id_no: shown,
      gender: 'F',
      birth_date: '1988-11-02',
    });
    const [row] = await api.db.select().from(user).where(eq(user.user_id, created.user_id));
    expect(JSON.stringify(row)).not.toMatch(/7654321|1988-11-02/);
  });

  test.each([
    ['OF', '军字第1112223号', '军字1112223'],
    ['HM', 'H1112223301', 'H1112223302'],
    ['PP', 'E1112223', 'e 111 2223'],
  ] as const)('recognises %s %s again as %s', async (idType, first, second) => {
    const more = { id_type: idType, gender: 'M', birth_date: '1988-11-02' } as const;
    await api.send(registPerson, form(await codeFor(), { ...more, id_no: first }));
    n += 1;
    await expect(
      api.send(registPerson, form(await codeFor(), { ...more, id_no: second })),
    ).rejects.toMatchObject({ code: 'id_taken' });
    // The same letters on another kind of document are a different document.
    if (idType === 'PP')
      await api.send(
        registPerson,
        form(await codeFor(mobile((n += 1))), { ...more, id_no: 'E1112224' }),
      );
  });

  test('omits fields that the site does not ask for', async () => {
    const extra = {
      role: 'super',
      roles: 'super',
      site_id: 'hospital',
      user_id: 'me',
      status: 'disabled',
      verify_status: 'verified',
      is_admin: 'Y',
    };
    const { data } = await api.sendForMessage(registPerson, {
      ...form(await codeFor()),
      ...extra,
    });
    const [row] = await api.db.select().from(user).where(eq(user.user_id, data.user.user_id));
    expect(row).toMatchObject({
      site_id: 'main',
      roles: ['learner'],
      status: 'normal',
      verify_status: 'unverified',
    });
  });

  test('reports a taken number only after the right code, and keeps that code valid', async () => {
    await signedInPerson(api, n);
    const code = await codeFor();
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await expect(
      api.send(registPerson, form(other, { id_no: idNumber(n + 1) })),
    ).rejects.toMatchObject({ code: 'sms_wrong' });
    await expect(
      api.send(registPerson, form(code, { id_no: idNumber(n + 1) })),
    ).rejects.toMatchObject({ code: 'mobile_taken', message: '该手机号码已被注册' });
  });

  test('reports a taken identity number only after the right code; the corrected form registers with the same code', async () => {
    await signedInPerson(api, n);
    const to = mobile(n + 1000);
    const code = await codeFor(to);
    await expect(api.send(registPerson, form('000000', { mobile: to }))).rejects.toMatchObject({
      code: 'sms_wrong',
    });
    await expect(api.send(registPerson, form(code, { mobile: to }))).rejects.toMatchObject({
      code: 'id_taken',
      message: '该证件号码已被注册',
    });
    expect(
      (await api.sendForMessage(registPerson, form(code, { mobile: to, id_no: idNumber(n + 500) })))
        .message,
    ).not.toBe('');
  });

  test('requires a code of this scene', async () => {
    const code = await smsCode(api, 'login', mobile(n));
    await expect(api.send(registPerson, form(code))).rejects.toMatchObject({ code: 'sms_wrong' });
  });

  test('allows the same numbers on another site', async () => {
    await signedInPerson(api, n);
    const host = 'localhost:8080';
    const code = await smsCode(api, 'regist', mobile(n), { host });
    const before = (await people('test')).length;
    await api.send(registPerson, form(code), { host });
    expect(await people('test')).toHaveLength(before + 1);
  });

  test('creates one person from fifty concurrent attempts with one number', async () => {
    const code = await codeFor();
    const before = (await people('main')).length;
    const total = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        api.send(registPerson, form(code, { id_no: idNumber(n + 100 + index) })),
      ),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await people('main')).toHaveLength(before + 1);
    expect(
      total.every(
        (tried) =>
          tried.status === 'fulfilled' || ['mobile_taken', 'sms_wrong'].includes(tried.reason.code),
      ),
    ).toBe(true);
  });

  test('creates one person from twenty numbers with one identity number concurrently', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => mobile(n + 1000 + index));
    const codes: string[] = [];
    for (const number of numbers) codes.push(await codeFor(number));
    const total = await Promise.allSettled(
      numbers.map((number, index) =>
        api.send(registPerson, form(codes[index] ?? '', { mobile: number })),
      ),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      total.every((tried) => tried.status === 'fulfilled' || tried.reason.code === 'id_taken'),
    ).toBe(true);
  });
});

test('the field check validates the format alone, without looking up accounts', async () => {
  await signedInPerson(api, n);
  const check = (field: 'mobile' | 'id_no' | 'real_name', value: string) =>
    api.send(registCheck, { field, value });
  expect(await check('mobile', mobile(n))).toEqual({ ok: 'Y', message: '' });
  expect(await check('id_no', idNumber(n))).toEqual(await check('id_no', idNumber(n + 500)));
  expect(await check('id_no', '110105194912310021')).toEqual({
    ok: 'N',
    message: '身份证号码不正确',
  });
  expect(await check('real_name', 'Li')).toEqual({ ok: 'N', message: '请输入真实姓名' });
});

describe('a forgotten password', () => {
  const fresh = 'Fresh2Start';
  const provedBy = async (to = mobile(n)) =>
    (
      await api.send(forgetpwdVerify, {
        mobile: to,
        sms_code: await smsCode(api, 'forgetpwd', to),
      })
    ).reset_token;
  const signIn = async (word: string) =>
    api.sendForMessage(login, {
      login_kind: 'password',
      account: mobile(n),
      password: word,
      ...(await solved(api, undefined, { mobile: mobile(n) })),
    });
  const lapsed = { statusCode: 400, message: '操作已超时，请重新获取验证码' };

  test('is replaced after the right code, and all previous sessions end', async () => {
    const { token } = await signedInPerson(api, n);
    const other = (await signIn(password)).message;
    await api.send(forgetpwdReset, { reset_token: await provedBy(), password: fresh });
    for (const dead of [token, other])
      await expect(api.send(userInfo, {}, { token: dead })).rejects.toMatchObject({
        statusCode: 401,
      });
    await expect(signIn(password)).rejects.toMatchObject({ message: '手机号码或密码错误' });
    expect((await signIn(fresh)).message).not.toBe('');
  });

  test('unlocks an account that was locked by wrong passwords', async () => {
    await signedInPerson(api, n);
    for (let index = 0; index < 5; index += 1)
      await expect(signIn(`Wrong${index}word`)).rejects.toThrow();
    await expect(signIn(password)).rejects.toMatchObject({ code: 'account_locked' });
    await api.send(forgetpwdReset, { reset_token: await provedBy(), password: fresh });
    expect((await signIn(fresh)).message).not.toBe('');
  });

  test('is verified once, for ten minutes, on its own site, and the last verification counts', async () => {
    await signedInPerson(api, n);
    const first = await provedBy();
    api.clock.pass(60_000);
    const second = await provedBy();
    await expect(
      api.send(forgetpwdReset, { reset_token: first, password: fresh }),
    ).rejects.toMatchObject(lapsed);
    await expect(
      api.send(
        forgetpwdReset,
        { reset_token: second, password: fresh },
        { host: 'hospital.localhost:8080' },
      ),
    ).rejects.toMatchObject(lapsed);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        api.send(forgetpwdReset, { reset_token: second, password: fresh }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    api.clock.pass(60_000);
    const third = await provedBy();
    api.clock.pass(10 * 60_000);
    await expect(
      api.send(forgetpwdReset, { reset_token: third, password: fresh }),
    ).rejects.toMatchObject(lapsed);
  });

  test('must not become a weak one; the verification stays valid', async () => {
    await signedInPerson(api, n);
    const reset_token = await provedBy();
    await expect(
      api.send(forgetpwdReset, { reset_token, password: 'Password1' }),
    ).rejects.toMatchObject({ message: '密码过于简单，请更换一个不易被猜到的密码' });
    await api.send(forgetpwdReset, { reset_token, password: fresh });
  });

  test('of an unknown number is reported only to the owner of that number', async () => {
    const sms_code = await smsCode(api, 'forgetpwd', mobile(n));
    const other = String((Number(sms_code) + 1) % 1_000_000).padStart(6, '0');
    await expect(
      api.send(forgetpwdVerify, { mobile: mobile(n), sms_code: other }),
    ).rejects.toMatchObject({ code: 'sms_wrong' });
    await expect(api.send(forgetpwdVerify, { mobile: mobile(n), sms_code })).rejects.toMatchObject({
      message: '该手机号码尚未注册',
    });
  });
});
