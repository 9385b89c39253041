import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { enrolAs, enterAs, nextCode } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { loginLog, user } from '../../person/identity/identity.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { type Account, requireRole, signIn } from '../staff/account.ts';
import { approval } from '../decisions/approval.ts';
import { roles } from './roles.ts';

const api = await startApiForFile({ sample: true });
beforeEach(() => api.clock.pass(3_600_000));

const [admin, finance, learner] = ['13900000001', '13900000002', '13800000001'];
const enter = (mobile: string, password?: string) => enterAs(api, mobile, password);
const run = (name: string, args: string[], account?: Account) =>
  roles[name]!.run(api.context, args, account!);
const confirm = (line: string, by: Account) =>
  approval['confirm']!.run(api.context, [/confirm (\w+)/.exec(line)?.[1] ?? ''], by);
const findRoles = async (userId: string) =>
  (await api.db.select().from(user).where(eq(user.user_id, userId)))[0]?.roles;
const readLog = (id: string) => api.db.select().from(stateLog).where(eq(stateLog.entity_id, id));

describe('sign-in on the command line', () => {
  const locked = '密码错误次数过多，请15分钟后再试';

  it('is refused for 15 minutes after five wrong passwords, even with the right one', async () => {
    for (const password of ['1', '2', '3', '4', '5'])
      await expect(enter(finance, password)).rejects.toThrow('手机号或密码不正确');
    await expect(enter(finance)).rejects.toThrow(locked);
    expect((await enter(admin)).name).not.toBe('');
    api.clock.pass(15 * 60_000);
    expect((await enter(finance)).roles).toContain('finance');
  });

  it('locks an unknown number with the same message', async () => {
    for (const password of ['1', '2', '3', '4', '5'])
      await expect(enter('13999999999', password)).rejects.toThrow('手机号或密码不正确');
    await expect(enter('13999999999', '6')).rejects.toThrow(locked);
  });

  it('resets the count after a right password, and logs every attempt', async () => {
    for (const password of ['1', '2', '3', '4'])
      await enter(finance, password).catch(() => undefined);
    const { user_id } = await enter(finance);
    for (const password of ['1', '2', '3', '4'])
      await enter(finance, password).catch(() => undefined);
    expect((await enter(finance)).user_id).toBe(user_id);
    const log = await api.db.select().from(loginLog).where(eq(loginLog.user_id, user_id));
    const tries = log.filter(({ user_agent }) => user_agent === 'npm run staff');
    expect(tries.filter(({ result }) => result === 'ok').length).toBeGreaterThanOrEqual(2);
    expect(tries.filter(({ result }) => result === 'wrong').length).toBeGreaterThanOrEqual(8);
  });
});

describe('staff roles', () => {
  it('are granted and revoked by an administrator, the first of whom is appointed once', async () => {
    await expect(run('first', ['13999999999'])).rejects.toThrow('没有找到该手机号的账号');
    expect(await run('first', [admin])).toContain('super');
    expect(await run('first', [finance])).toContain('super');
    await expect(run('first', ['13900000005'])).rejects.toThrow('已有两位管理员');
    const account = await enter(admin);
    const second = await enter(finance);
    const proposed = await run('give', [learner, 'auditor'], account);
    expect(proposed).toContain('已提议，须由另一人确认');
    await expect(confirm(proposed, account)).rejects.toThrow('不能确认自己的提议');
    await expect(enter(learner, 'Learner2026')).rejects.toThrow('手机号或密码不正确');
    expect(await confirm(proposed, second)).toContain('learner auditor');
    await expect(enter(learner, 'Learner2026')).rejects.toThrow(
      '请先运行：npm run staff -- factor enrol',
    );
    const own = { mobile: learner!, password: 'Learner2026' };
    const { secret } = await enrolAs(api, own);
    const proof = { ...own, code: nextCode(api, secret) };
    const { account: created } = await signIn(api.context, proof);
    expect(() => requireRole(created, 'auditor')).not.toThrow();
    expect(await run('list', [])).toContain(created.user_id);
    expect(await run('give', [learner, 'auditor'], account)).toContain('没有变化');
    await run('take', [learner, 'auditor'], account);
    await expect(enter(learner, 'Learner2026')).rejects.toThrow('手机号或密码不正确');
    const log = await readLog(created.user_id);
    expect(
      log
        .filter(({ entity }) => entity === 'user_roles')
        .map(({ entity, from, to, actor_id }) => [entity, from, to, actor_id]),
    ).toEqual([
      ['user_roles', 'learner', 'learner auditor', second.user_id],
      ['user_roles', 'learner auditor', 'learner', account.user_id],
    ]);
    expect((await readLog(account.user_id)).map(({ actor_type }) => actor_type)).toEqual([
      'system',
    ]);
  });

  it('cannot be granted to oneself, and must exist', async () => {
    const account = await enter(admin);
    await expect(run('give', [admin, 'auditor'], account)).rejects.toThrow('不能更改自己的角色');
    await expect(run('take', [admin, 'super'], account)).rejects.toThrow('不能更改自己的角色');
    await expect(run('give', [learner, 'owner'], account)).rejects.toThrow('没有角色 owner');
    await expect(run('give', [learner], account)).rejects.toThrow('缺少角色');
    expect(await findRoles(account.user_id)).toContain('super');
    const other = await enter('13900000005');
    expect(() => requireRole(other, roles['give']!.role!)).toThrow('没有这项权限（super）');
  });
});
