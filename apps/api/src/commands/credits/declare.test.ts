import { beforeAll, expect, it } from 'vitest';
import { enterAs } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { exchangeLedger } from '../../credits/certificate/issuing/exchange-ledger.ts';
import { creditDeclaration } from '../../credits/exchange/credit.job.ts';
import type { Account } from '../staff/account.ts';
import { declare } from './declare.ts';

const api = await startApiForFile({ sample: true, now: new Date() });
/** Auditors: two of the centre, of a unit with a staff role, and of a unit without one. */
let [centre, second, unit, other]: Account[] = [];
beforeAll(async () => {
  centre = await enterAs(api, '13900000001');
  second = await enterAs(api, '13900000002');
  unit = await enterAs(api, '13900000005');
  other = await enterAs(api, '13800000051', 'Learner2026');
});

const run = (account: Account | undefined, name: string, ...args: string[]) => {
  api.clock.pass(1000);
  return declare[name]!.run(api.context, args, account!);
};
const findDeclareNo = (lines: string, name: string) =>
  lines
    .split('\n')
    .find((line) => line.includes(name))
    ?.split('  ')[0] ?? '';
const meeting = '全国围产医学学术会议';

it('lists pending declarations for each auditor, and says so if there are none', async () => {
  expect(await run(unit, 'list', 'unit')).toContain(meeting);
  expect(await run(other, 'list', 'unit')).toBe('没有');
  expect(await run(centre, 'list', 'centre')).toContain('县级医院对口帮扶带教');
  await expect(run(centre, 'list', 'unit')).rejects.toThrow('您不是单位管理员');
  await expect(run(unit, 'list', 'centre')).rejects.toThrow('没有这项权限');
  await expect(run(centre, 'list', 'all')).rejects.toThrow('可用：unit、centre');
  await expect(run(centre, 'list')).rejects.toThrow('缺少审核环节');
});

it('goes through unit and centre into the ledger, and is reversed by staff', async () => {
  const number = findDeclareNo(await run(unit, 'list', 'unit'), meeting);
  await expect(run(other, 'open', number)).rejects.toThrow('没有找到这项申报');
  expect(await run(unit, 'open', number)).toMatch(/WCYX-0417.*可以审核$/su);
  await expect(run(centre, 'pass', number)).rejects.toThrow('等待所在单位审核');
  await expect(run(unit, 'return', number, '不行')).rejects.toThrow('至少5个字');
  expect(await run(unit, 'pass', number)).toBe(`${number} 单位已审`);
  await expect(run(centre, 'pass', number, '许多')).rejects.toThrow('须为数字');
  await expect(run(centre, 'pass', number, '6', '2')).rejects.toThrow('核减学时学分须写明原因');
  await expect(run(centre, 'pass', number, '99', '99', '全部认定')).rejects.toThrow('不能高于');
  expect(await run(centre, 'pass', number, '6', '2', '只参加了一天')).toBe(`${number} 已通过`);
  api.clock.pass(1000);
  await creditDeclaration(api.context, exchangeLedger, number);
  expect(await run(centre, 'open', number)).toMatch(/沈知行 {2}只参加了一天\n.*已入账 {2}系统/u);
  await expect(run(centre, 'reverse', number, '继教9号')).rejects.toThrow('缺少原因');
  await expect(run(unit, 'reverse', number, '继教9号', '材料系伪造')).rejects.toThrow(
    '没有这项权限',
  );
  expect(await run(centre, 'reverse', number, '继教9号', '材料系伪造')).toContain('已冲销');
});

it('needs two people of the centre where nobody audits for the unit', async () => {
  const one = findDeclareNo(await run(second, 'list', 'centre'), '省心血管病学术年会');
  expect(await run(second, 'pass', one)).toBe(`${one} 中心已初审`);
  await expect(run(second, 'reject', one, '证明材料不清楚')).rejects.toThrow('须由两人办理');
  expect(await run(second, 'list', 'centre')).not.toContain(one);
});

it('is returned or rejected once, with a reason', async () => {
  const waiting = await run(centre, 'list', 'centre');
  const [one, two] = [
    findDeclareNo(waiting, '省心血管病学术年会'),
    findDeclareNo(waiting, '县级医院对口帮扶'),
  ];
  expect(await run(centre, 'return', one, '证明材料不清楚')).toBe(`${one} 退回修改`);
  expect(await run(second, 'open', one)).toMatch(
    /此前申报（同一活动）.*退回修改.*中心 沈知行 {2}证明材料不清楚/u,
  );
  await expect(run(centre, 'reject', one, '证明材料不清楚')).rejects.toThrow('不在审核中');
  expect(await run(centre, 'reject', two, '不属于可折算的活动')).toBe(`${two} 已驳回`);
});
