import { changePassword, login, messageList } from '@cme/contract/person';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { enrolAs, nextCode, proveStaff } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import {
  countUnprovenFactors,
  dropFactors,
  resealFactors,
  unsealFactorSecret,
} from '../../person/identity/factor/factor.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import {
  staffSession,
  userFactor,
  userFactorCode,
} from '../../person/identity/factor/factor.tables.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { hashPassword } from '../../person/identity/password.rules.ts';
import { openSession } from '../../person/identity/session/session.store.ts';
import { findUser, setPassword } from '../../person/identity/user.store.ts';
import { sampleFactorSecret, showSampleCode } from '../../sample/factors.ts';
import { sampleId } from '@cme/sample/ids';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { type Credentials, signIn } from '../staff/account.ts';
import { approval } from '../decisions/approval.ts';
import { runAuthorized } from '../staff.ts';

const api = await startApiForFile({ sample: true });
beforeEach(() => api.clock.pass(3_600_000));

const [admin, finance] = ['13900000001', '13900000002'] as const;
const financeId = sampleId('user', 'finance');
const proof = () => proveStaff(api, admin);
const enter = (credentials: Credentials) => signIn(api.context, credentials);
const run = (line: string, credentials: Credentials) =>
  runAuthorized(api.context, line.split(' '), credentials);
const readFactorStates = async (userId: string) =>
  (
    await api.db
      .select()
      .from(stateLog)
      .where(and(eq(stateLog.entity, 'user_factor'), eq(stateLog.entity_id, userId)))
  ).map(({ to }) => to);
const minutes = (count: number) => api.clock.pass(count * 60_000);

describe('a command', () => {
  it('requires the password and the code of the second factor', async () => {
    const { mobile, password, code } = proof();
    await expect(run('exam waiting', { mobile, password })).rejects.toThrow('请输入动态验证码');
    await expect(run('exam waiting', { mobile, password, code: '000000' })).rejects.toThrow(
      '动态验证码不正确',
    );
    await expect(run('exam waiting', { mobile, password: 'Wrong2026', code })).rejects.toThrow(
      '手机号或密码不正确',
    );
    await expect(run('exam waiting', { mobile, password, code })).resolves.not.toBe('');
  });

  it('accepts each code once, and none before the last accepted one', async () => {
    const earlier = proof();
    const later = proof();
    await enter(later);
    await expect(enter(later)).rejects.toThrow('已使用过');
    await expect(enter(earlier)).rejects.toThrow('已使用过');
    await expect(enter(proof())).resolves.toHaveProperty('token');
  });

  it('accepts a code for one of twelve concurrent sign-ins', async () => {
    const same = proof();
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => enter(same)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('checks no more than five wrong codes in 15 minutes, and twenty a day', async () => {
    const { mobile, password } = proveStaff(api, finance);
    const guess = (code = '000000') => enter({ mobile, password, code });
    for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toThrow('不正确');
    await expect(enter(proveStaff(api, finance))).rejects.toThrow('动态验证码错误次数过多');
    for (let round = 0; round < 3; round += 1) {
      minutes(16);
      for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toThrow('不正确');
    }
    minutes(16);
    await expect(enter(proveStaff(api, finance))).rejects.toThrow('动态验证码错误次数过多');
    minutes(24 * 60);
    await expect(enter(proveStaff(api, finance))).resolves.toHaveProperty('token');
  });
});

describe('the session of a command', () => {
  it('lets the next commands run without password and code until 15 minutes pass without one', async () => {
    const { token } = await enter(proof());
    for (let index = 0; index < 3; index += 1) {
      minutes(14);
      await run('exam waiting', { mobile: admin, token });
    }
    minutes(15);
    await expect(run('exam waiting', { mobile: admin, token })).rejects.toThrow('登录已结束');
  });

  it('ends after twelve hours even in use', async () => {
    const { token } = await enter(proof());
    for (let index = 0; index < 72; index += 1) {
      minutes(9.99);
      await enter({ mobile: admin, token });
    }
    minutes(10);
    await expect(enter({ mobile: admin, token })).rejects.toThrow('登录已结束');
  });

  it('belongs to one number, and a password given with it must be right', async () => {
    const { token } = await enter(proof());
    await expect(enter({ mobile: finance, token })).rejects.toThrow('登录已结束');
    await expect(enter({ mobile: admin, token, password: 'Wrong2026' })).rejects.toThrow(
      '手机号或密码不正确',
    );
    await expect(enter({ mobile: admin, token: 'x'.repeat(43) })).rejects.toThrow('登录已结束');
    const stored = await api.db.select().from(staffSession);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('ends with a change of the password', async () => {
    const { account, token } = await enter(proof());
    const row = await findUser(api.db, account.user_id);
    await setPassword(api.db, account.user_id, await hashPassword('Console2026'));
    await expect(enter({ mobile: admin, token })).rejects.toThrow('登录已结束');
    await setPassword(api.db, account.user_id, row!.password_hash);
  });
});

describe('an authenticator app', () => {
  it('is enrolled with the password, becomes valid with its first code, and is replaced only with a current one', async () => {
    await dropFactors(api.db, financeId);
    const own = { mobile: finance, password: 'Console2026' };
    await expect(run('refund list', own)).rejects.toThrow('npm run staff -- factor enrol');
    const first = await enrolAs(api, own);
    expect(first.recoveryCodes).toHaveLength(10);
    const rows = JSON.stringify([
      await api.db.select().from(userFactor),
      await api.db.select().from(userFactorCode),
    ]);
    for (const secret of [first.secret, ...first.recoveryCodes]) expect(rows).not.toContain(secret);
    expect(api.logged()).not.toContain(first.secret);
    await expect(run('refund list', own)).rejects.toThrow('请输入动态验证码');
    const code = first.recoveryCodes[0];
    await expect(enter({ ...own, code })).rejects.toThrow('不正确');
    const { token } = await enter({ ...own, code: nextCode(api, first.secret) });

    await expect(enrolAs(api, own)).rejects.toThrow('更换须输入当前的动态验证码');
    const other = await enrolAs(api, { ...own, code: nextCode(api, first.secret) });
    await enter({ mobile: finance, token });
    await enter({ ...own, code: nextCode(api, other.secret) });
    await expect(enter({ mobile: finance, token })).rejects.toThrow('登录已结束');
    await expect(enter({ ...own, code: nextCode(api, first.secret) })).rejects.toThrow('不正确');
    await expect(enter({ ...own, code: first.recoveryCodes[0] })).rejects.toThrow('不正确');
    expect(await readFactorStates(financeId)).toEqual(['pending', 'active', 'pending', 'active']);
  });

  it('that is lost is replaced by a recovery code, which is valid once', async () => {
    await dropFactors(api.db, financeId);
    const own = { mobile: finance, password: 'Console2026' };
    const { secret, recoveryCodes } = await enrolAs(api, own);
    await enter({ ...own, code: nextCode(api, secret) });
    const [code = '', second = '', third = ''] = recoveryCodes;
    await enter({ ...own, code: code.toLowerCase().replaceAll('-', ' ') });
    await expect(enter({ ...own, code })).rejects.toThrow('不正确');
    const renewed = (await run('factor codes', { ...own, code: second })).match(
      /^[A-Z2-9-]{14}$/gm,
    );
    expect(renewed).toHaveLength(10);
    await expect(enter({ ...own, code: third })).rejects.toThrow('不正确');
    await enter({ ...own, code: renewed![0]! });
    expect((await readFactorStates(financeId)).slice(-4)).toEqual([
      'recovery_used',
      'recovery_used',
      'codes_renewed',
      'recovery_used',
    ]);
  });

  it('that is lost with its recovery codes is reset by two members of staff, and the person is told', async () => {
    const own = { mobile: finance, password: 'Console2026' };
    const row = (await findUser(api.db, sampleId('user', 'staff')))!;
    await expect(run(`factor reset ${admin} 手机丢失补办新机`, proof())).rejects.toThrow(
      '不能办理自己的业务',
    );
    const line = await run(`factor reset ${finance} 手机丢失补办新机`, proof());
    const id = line.split(' ').at(-1)!;
    await expect(run(`approval confirm ${id}`, proof())).rejects.toThrow();
    await api.db
      .update(user)
      .set({ roles: [...row.roles, 'auditor'] })
      .where(eq(user.user_id, row.user_id));
    await expect(run(`approval confirm ${id}`, proof())).rejects.toThrow('不能确认自己的提议');
    // A session that its owner left open on a shared machine confirms nothing.
    const { token } = await enter(proof());
    await expect(run(`approval confirm ${id}`, { mobile: admin, token })).rejects.toThrow(
      '须由本人重新输入密码和动态验证码',
    );
    const third = { mobile: '13800000002', password: 'Learner2026' };
    await api.db
      .update(user)
      .set({ roles: ['learner', 'auditor'] })
      .where(eq(user.user_id, sampleId('user', 'physician')));
    const { secret } = await enrolAs(api, third);
    expect(
      await run(`approval confirm ${id}`, { ...third, code: nextCode(api, secret) }),
    ).toContain('已重置');
    await expect(run('refund list', { ...own, code: '123456' })).rejects.toThrow('factor enrol');
    expect((await readFactorStates(financeId)).at(-1)).toBe('reset');
    const session = await openSession(
      api.db,
      api.clock.now(),
      (await findUser(api.db, financeId))!,
      {
        origin: '',
        user_agent: '',
        address: '',
      },
    );
    const { list } = await api.send(
      messageList,
      { page: 1, page_size: 20 },
      { token: session.token },
    );
    expect(list.map(({ title }) => title)).toContain('两步验证已由工作人员重置');
  });
});

describe('the published secret of the sample', () => {
  it('has its current code printed for the sample staff only', () => {
    const settings = { sample: true };
    const { code } = proof();
    expect(showSampleCode(settings, [admin], api.clock.now())).toContain(code);
    expect(() => showSampleCode(settings, ['13800000001'], api.clock.now())).toThrow(
      '不是示例工作人员',
    );
    expect(() =>
      showSampleCode({ sample: false, databaseUrl: 'postgres://real' }, [admin], api.clock.now()),
    ).toThrow('没有示例内容');
  });

  it('is no factor on an installation without sample content', async () => {
    const settings = { ...api.context.settings, sample: false };
    await expect(signIn({ ...api.context, settings }, proof())).rejects.toThrow('factor enrol');
  });
});

describe('a secret', () => {
  it('is encrypted again when the key of the numbers is rotated', async () => {
    const { secret } = api.context.settings;
    const [first, next] = [
      { id: '1' },
      { id: '2', secret: Buffer.from('another secret '.repeat(3)) },
    ];
    const rotated = deriveKeys({ secret, numberKeys: [next, first] });
    expect(await countUnprovenFactors(api.db, rotated)).toBeGreaterThan(0);
    expect(await resealFactors(api.db, rotated)).toBeGreaterThan(0);
    expect(await countUnprovenFactors(api.db, rotated)).toBe(0);
    const settings = {
      ...api.context.settings,
      numberKeys: [next] as typeof api.context.settings.numberKeys,
    };
    const [row] = await api.db.select().from(userFactor).where(eq(userFactor.published, true));
    expect(unsealFactorSecret(deriveKeys(settings), row!)).toBe(sampleFactorSecret);
    await resealFactors(api.db, deriveKeys({ secret, numberKeys: [first, next] }));
  });
});

describe('a person who becomes staff', () => {
  it('is signed out in browsers, because the sign-in had no second factor', async () => {
    const own = {
      login_kind: 'password',
      account: '13800000003',
      password: 'Learner2026',
    } as const;
    const { message: token } = await api.sendForMessage(login, own);
    const row = (await findUser(api.db, sampleId('user', 'staff')))!;
    await api.db
      .update(user)
      .set({ roles: [...row.roles, 'super'] })
      .where(eq(user.user_id, row.user_id));
    const said = await run('roles give 13800000003 auditor', proof());
    const id = /confirm (\w+)/.exec(said)?.[1] ?? '';
    const account = { user_id: 'second', name: '另一人', roles: ['super'] };
    expect(await approval['confirm']!.run(api.context, [id], account)).toContain('factor enrol');
    const change = { old_password: 'Learner2026', password: 'Another2026' };
    await expect(api.send(changePassword, change, { token })).rejects.toMatchObject({
      statusCode: 401,
    });
    await expect(api.sendForMessage(login, own)).rejects.toMatchObject({ code: 'factor_enrol' });
  });
});
