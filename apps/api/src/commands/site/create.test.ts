import { login, registPerson } from '@cme/contract/person';
import { siteConfig, siteLogo, sitePage } from '@cme/contract/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idNumber, password } from '../../../test/people.ts';
import { nextCode } from '../../../test/staff.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { staffInvitation } from '../../person/invitation/invitation.tables.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { mobileHash } from '../../person/identity/number.rules.ts';
import { saveCode } from '../../person/identity/sms/sms.store.ts';
import { site, siteMenu } from '../../platform/sites/site.tables.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { runAuthorized } from '../staff.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ now: new Date() });
  await api.db.delete(site);
});
afterAll(() => api.close());

const [first, second, third] = ['13900000001', '13900000002', '13900000003'];
const create = (...args: string[]) =>
  runAuthorized(api.context, ['site', 'create', ...args], undefined);
const findCode = (printed: string) => /口令：([A-Z2-9-]{23})/.exec(printed)?.[1] ?? '';
const secrets = new Map<string, string>();
const proof = (mobile: string) => ({
  mobile,
  password,
  code: nextCode(api, secrets.get(mobile) ?? ''),
});
const run = (mobile: string, ...args: string[]) => runAuthorized(api.context, args, proof(mobile));

/** Registers as the form does, with the code that was sent to the number. */
async function register(mobile: string, n: number, host = 'cme.localhost') {
  const keys = deriveKeys(api.context.settings);
  const { site_id } = (await readSites(api.db)).find(({ domain }) => domain === host)!;
  const scene = { site_id, scene: 'regist', mobile_hash: mobileHash(keys, site_id, mobile) };
  await saveCode(api.db, api.clock.now(), keys, scene, { code: '123456', device: '', life: 300 });
  return api.send(
    registPerson,
    {
      mobile,
      sms_code: '123456',
      password,
      real_name: '周明远',
      id_no: idNumber(n),
      area_id: '330106',
      unit_name: '省继续教育中心',
      series_code: '04',
      level: 'A',
      post_type: 'M',
      agree: 'Y',
      agree_identity: 'Y',
    },
    { host },
  );
}

async function accept(mobile: string, code: string) {
  const printed = await runAuthorized(api.context, ['roles', 'accept', code], { mobile, password });
  secrets.set(mobile, /secret=([A-Z2-7]{32})/.exec(printed)?.[1] ?? '');
  return printed;
}

describe('an installation without sites', () => {
  it.each([
    ['http://cme.localhost', '省平台', first, '域名“http://cme.localhost”不正确'],
    ['cme.localhost:8080', '省平台', first, '不正确'],
    ['cme', '省平台', first, '不正确'],
    ['-x.example.com', '省平台', first, '不正确'],
    ['1.2.3.4', '省平台', first, '不正确'],
    ['other.example.com', '省平台', first, '应与 MAIN_DOMAIN 一致：现为 cme.localhost'],
    ['cme.localhost', '字'.repeat(41), first, '站点名称：最多 40 个字'],
    ['cme.localhost', '省平台', '1390000000', '管理员手机号不正确'],
  ])('refuses %s %s %s', async (domain, name, mobile, message) => {
    await expect(create(domain, name, mobile)).rejects.toThrow(message);
    expect(await readSites(api.db)).toEqual([]);
  });

  it('refuses a telephone number that is none, and what is missing', async () => {
    await expect(create('cme.localhost', '省平台', first, '电话')).rejects.toThrow('服务电话');
    await expect(create('cme.localhost', '省平台')).rejects.toThrow('缺少管理员手机号');
  });

  it('begins with a main site and the invitation of its administrator, whose code is shown once', async () => {
    const printed = await create('cme.localhost', '省继续教育平台', first, '0571-80000000');
    expect(printed).toContain('已建立主站“省继续教育平台”（cme.localhost');
    expect(printed).toContain('http://cme.localhost:8080/regist/person');
    expect(printed).toContain('139****0001');
    expect(printed).not.toContain(first);
    const code = findCode(printed);
    expect(JSON.stringify(await api.db.select().from(staffInvitation))).not.toContain(code);
    expect(await api.send(siteLogo, {})).toMatchObject({
      site_name: '省继续教育平台',
      isEffectiveSite: 'Y',
      service_phone: '0571-80000000',
    });

    await expect(accept(first, code)).rejects.toThrow('手机号或密码不正确');
    await register(first, 1);
    await expect(accept(first, `${code.slice(0, -1)}?`)).rejects.toThrow('一次性口令不正确');
    expect(await accept(first, code)).toContain('周明远的角色：learner super');
    await expect(run(first, 'roles', 'accept', code)).rejects.toThrow('已使用');
    expect(await run(first, 'approval', 'list')).toBe('没有');
    const log = await api.db.select().from(stateLog);
    expect(JSON.stringify(log)).not.toContain(code);
  });

  it('is created once: again it is refused and changes nothing', async () => {
    const before = await readSites(api.db);
    await expect(create('cme.localhost', '另一个', second)).rejects.toThrow(
      '域名 cme.localhost 已被站点“省继续教育平台”使用，没有改动',
    );
    expect(await create('a.example.com', '另一个', second)).toContain('用法');
    expect(await readSites(api.db)).toEqual(before);
  });

  it('shows only the menus that have content', async () => {
    const { menus, mobile_menus } = await api.send(siteConfig, {});
    expect(menus.map(({ title }) => title)).toEqual(['首页', '个人中心']);
    expect(mobile_menus.map(({ title }) => title)).toEqual(['首页', '学习', '我的']);
    expect(await api.db.select().from(siteMenu)).toHaveLength(14);
  });

  it('has pages of its own with its name and telephone number', async () => {
    for (const page of ['about', 'terms', 'privacy'] as const)
      expect((await api.send(sitePage, { page })).html).toContain('省继续教育平台');
    expect((await api.send(sitePage, { page: 'contact' })).html).toContain('0571-80000000');
  });
});

describe('the next site', () => {
  it('is for a customer domain, and its administrator is confirmed by a second person', async () => {
    await register(second, 2);
    await runAuthorized(api.context, ['roles', 'first', second], undefined);
    const enrolled = await runAuthorized(api.context, ['factor', 'enrol'], {
      mobile: second,
      password,
    });
    secrets.set(second, /secret=([A-Z2-7]{32})/.exec(enrolled)?.[1] ?? '');

    const args = ['site', 'create', 'Hospital.localhost', '市医院学习中心', third];
    const printed = await run(first, ...args);
    expect(printed).toContain('已建立站点“市医院学习中心”（hospital.localhost');
    expect(printed).toContain('已提议，须由另一人确认');
    expect(findCode(printed)).toBe('');
    await expect(run(first, ...args)).rejects.toThrow('已被站点“市医院学习中心”使用');
    for (const taken of ['player.cme.localhost', 'api.cme.localhost', 'files.cme.localhost'])
      await expect(run(first, 'site', 'create', taken, '重复', third)).rejects.toThrow('使用');

    const id = /confirm (\w+)/.exec(printed)?.[1] ?? '';
    await expect(run(first, 'approval', 'confirm', id)).rejects.toThrow('不能确认自己的提议');
    const code = findCode(await run(second, 'approval', 'confirm', id));

    await run(first, 'site', 'set', 'hospital.localhost', 'registration', 'closed');
    await register(third, 3, 'hospital.localhost');
    expect(await accept(third, code)).toContain('learner site_admin');
    const [row] = (await api.db.select().from(user)).filter(({ roles }) =>
      roles.includes('site_admin'),
    );
    expect(row).toMatchObject({ admission: 'admitted' });
    expect(await run(third, 'site', 'set', 'hospital.localhost', 'slogan', '精诚')).toContain(
      '精诚',
    );
    await expect(run(third, 'site', 'set', 'cme.localhost', 'slogan', '精诚')).rejects.toThrow(
      '这是其他站点的设置',
    );
  });

  it('does not accept a code after its day', async () => {
    const mobile = '13900000004';
    const printed = await run(first, 'site', 'create', 'city.localhost', '市平台', mobile);
    const id = /confirm (\w+)/.exec(printed)?.[1] ?? '';
    const code = findCode(await run(second, 'approval', 'confirm', id));
    await register(mobile, 4, 'city.localhost');
    api.clock.pass(24 * 3_600_000 + 1000);
    await expect(accept(mobile, code)).rejects.toThrow('手机号或密码不正确');
  });

  it('lets an administrator into the browser with the second factor only', async () => {
    await expect(
      api.send(login, { login_kind: 'password', account: first, password }),
    ).rejects.toMatchObject({ code: 'factor_needed' });
  });
});
