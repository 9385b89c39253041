import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterAs } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { sampleId, unitId } from '@cme/sample/ids';
import { readStateTimes } from '../../platform/state-log/state-log.store.ts';
import type { Account } from '../staff/account.ts';
import { unit } from './unit.ts';

const api = await startApiForFile({ sample: true, now: new Date() });
let account: Account;
beforeAll(async () => {
  account = { ...(await enterAs(api, '13900000001')), roles: ['super'] };
});

const run = (name: string, ...args: string[]) => unit[name]!.run(api.context, args, account);
const waitingId = sampleId('unit-application', 'unit-waiting', 'provincial-east');

it('shows units, and pending applications of a unit and its descendants', async () => {
  const { site_id } = (
    await api.db.select().from(user).where(eq(user.user_id, account.user_id))
  )[0]!;
  expect(await run('list', '330106', site_id)).toContain('省人民医院');
  expect(await run('waiting', unitId('provincial'))).toContain('顾南乔  省人民医院东院区');
  await expect(run('list', '33', site_id)).rejects.toThrow('地区代码为6位数字');
});

it('lets an administrator decide for the own unit alone', async () => {
  const admin = await enterAs(api, '13800000051', 'Learner2026');
  const other = await enterAs(api, '13900000005');
  const as = (item: Account, name: string, ...args: string[]) =>
    unit[name]!.run(api.context, args, item);
  expect(await as(admin, 'waiting')).toContain('顾南乔  省人民医院东院区');
  expect(await as(other, 'waiting')).not.toContain('顾南乔');
  expect(await as(other, 'waiting', unitId('provincial'))).not.toContain('顾南乔');
  await expect(as(other, 'approve', waitingId)).rejects.toThrow('没有找到该申请');
  await expect(as(admin, 'give', unitId('tcm'), '13800000057')).rejects.toThrow('没有这项权限');
  expect(await as(admin, 'refuse', waitingId, '花名册中没有')).toBe('已退回');
});

it('decides once, with a log entry', async () => {
  await expect(run('refuse', waitingId, '不行')).rejects.toThrow('至少5个字');
  await expect(run('approve', waitingId)).rejects.toThrow('该申请已处理');
  expect((await readStateTimes(api.db, 'unit_application', waitingId)).at(-1)?.to).toBe('refused');
});

it('appoints and removes administrators of a unit', async () => {
  const [id, mobile] = [unitId('tcm'), '13800000057'];
  expect(await run('give', id, mobile)).toBe('黄颖琳已是省中医院的管理员');
  expect(await run('give', id, mobile)).toContain('原本就');
  expect(await run('take', id, mobile)).toContain('不再是');
  await expect(run('take', id, mobile)).rejects.toThrow('不是省中医院的管理员');
  await expect(run('give', 'none', mobile)).rejects.toThrow('没有找到该单位');
});
