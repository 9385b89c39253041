import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterAs } from '../../../test/staff.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { applyForRefund, purchaseBy, studiedBehind } from '../../../test/pay/refund.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { approveRefund } from '../../payment/refund/decide.action.ts';
import { refund as refunds } from '../../payment/refund-record/refund.tables.ts';
import { type Account, requireRole } from '../staff/account.ts';
import { approval } from './approval.ts';
import { refund } from '../payment/refund.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const person = (userId: string, ...roles: string[]): Account => ({
  user_id: userId,
  name: userId,
  roles,
});
const [shen, lin] = [person('shen', 'super'), person('lin', 'super')];
const approve = (number: string, account = shen) =>
  refund['approve']!.run(api.context, [number, '同意'], account);
const confirm = (id: string, account = lin) => approval['confirm']!.run(api.context, [id], account);
const numberIn = (line: string) => line.split(' ').at(-1)!;
const findRefund = async (number: string) =>
  (await api.db.select().from(refunds).where(eq(refunds.refund_no, number)))[0];

/** A refund request of this amount. */
async function newRefundRequest(fen: number) {
  const course = await paidCourse(api, fen, { lengths: [60, 60] });
  const bought = await purchaseBy(api, course, (fen / 100).toFixed(2));
  return { bought, number: (await applyForRefund(api, bought)).refund_no };
}

describe('a refund over 500 yuan', () => {
  it('is proposed by one and confirmed by another, and both are logged', async () => {
    const { number } = await newRefundRequest(60_000);
    const line = await approve(number);
    expect(line).toContain(`退款 ${number}，¥600.00\n已提议，须由另一人确认`);
    expect(await findRefund(number)).toMatchObject({ refund_status: 'pending' });
    await expect(confirm(numberIn(line), shen)).rejects.toThrow(
      '提议须由另一人确认，不能确认自己的提议',
    );
    await expect(confirm(numberIn(line), person('zhou', 'exam_editor'))).rejects.toThrow(
      '没有这项权限（finance）',
    );
    await expect(approve(number, lin)).rejects.toThrow('已有提议');
    expect(await approval['list']!.run(api.context, [], lin)).toContain(numberIn(line));
    expect(await confirm(numberIn(line))).toBe(`已批准 ${number}`);
    expect(await findRefund(number)).toMatchObject({
      refund_status: 'approved',
      audit_by: 'lin',
      note: '同意',
    });
    const log = await api.db
      .select()
      .from(stateLog)
      .where(eq(stateLog.entity_id, numberIn(line)));
    expect(log.map(({ to, actor_id }) => `${to} ${actor_id}`)).toEqual([
      'proposed shen',
      'confirmed lin',
      'done lin',
    ]);
    await expect(confirm(numberIn(line))).rejects.toThrow('这项提议已处理');
  });

  it('cannot be approved by one person, whoever calls', async () => {
    const { number } = await newRefundRequest(60_000);
    await expect(approveRefund(api.context, number, 'shen')).rejects.toThrow(
      '超过500元的退款须由两人办理',
    );
    await expect(
      approveRefund(api.context, number, 'shen', { proposed_by: 'shen' }),
    ).rejects.toThrow('须由两人办理');
    expect(await findRefund(number)).toMatchObject({ refund_status: 'pending' });
  });

  it('must be proposed again when the facts have changed or the proposal has expired', async () => {
    const { bought, number } = await newRefundRequest(120_000);
    const first = numberIn(await approve(number));
    await api.db
      .update(learning)
      .set({ suspension: '' })
      .where(eq(learning.learning_id, bought.learning_id));
    await studiedBehind(api, bought, 1);
    await expect(confirm(first)).rejects.toThrow(
      /情况已变化，请重新提议。提议时：退款 .*¥1200.00；现在：退款 .*¥600.00/,
    );
    const second = numberIn(await approve(number));
    api.clock.pass(3 * 86_400_000);
    await expect(confirm(second)).rejects.toThrow('提议已过期，请重新提议');
    expect(await findRefund(number)).toMatchObject({ refund_status: 'pending' });
  });

  it('can be withdrawn; up to 500 yuan one person is enough', async () => {
    const { number } = await newRefundRequest(60_000);
    const id = numberIn(await approve(number));
    expect(await approval['withdraw']!.run(api.context, [id], shen)).toBe(`已撤回 ${id}`);
    await expect(confirm(id)).rejects.toThrow('这项提议已处理');
    const small = await newRefundRequest(50_000);
    expect(await approve(small.number)).toBe(`已批准 ${small.number}`);
  });
});

describe('a staff account', () => {
  it('is a person with a role, authenticated by password', async () => {
    const sample = await startTestApi({ sample: true });
    const staff = await enterAs(sample, '13900000002');
    expect(staff).toMatchObject({ name: '林静姝', roles: expect.arrayContaining(['finance']) });
    await expect(enterAs(sample, '13900000002', 'Learner2026')).rejects.toThrow(
      '手机号或密码不正确',
    );
    await expect(enterAs(sample, '13800000001', 'Learner2026')).rejects.toThrow(
      '手机号或密码不正确',
    );
    expect(() => requireRole(staff, 'site_admin')).toThrow('没有这项权限');
    await sample.close();
  });
});
