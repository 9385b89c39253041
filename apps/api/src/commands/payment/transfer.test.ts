import { orderCreate, orderDetail, payCreate } from '@cme/contract/payment';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { newLearner } from '../../../test/learner.ts';
import { type Cashier } from '../../../test/pay/cashier.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import type { Account } from '../staff/account.ts';
import { transfer } from './transfer.ts';
import { openCashierForFile } from '../../../test/pay/cashier-for-file.ts';

const cashier = await openCashierForFile({ jobs: true });

const account: Account = { user_id: 'F', name: '财务', roles: ['super'] };
const confirm = (...args: string[]) => transfer['confirm']!.run(cashier.api.context, args, account);

it.each([
  ['68.00', '已登记，订单已支付', true],
  ['6.80', '款项已挂起，请用 money held 查看', false],
] as const)('a transfer of %s yuan for an order of 68.00 says: %s', async (yuan, says, isPaid) => {
  const learner = await newLearner(cashier.api);
  const send: Cashier['api']['send'] = (call, body) => cashier.api.send(call, body, learner);
  const item = { id: (await paidCourse(cashier.api, 6800)).id };
  const { order_code } = await send(orderCreate, {
    item,
    seen_amount: '68.00',
    request_id: ulid(),
  });
  await send(payCreate, { order_code, channel: 'offline' });
  const bank_no = ulid();
  expect(await confirm(order_code, bank_no, yuan)).toContain(says);
  expect(await confirm(order_code, bank_no, yuan)).toContain('已登记过');
  const { order_status } = await send(orderDetail, { order_code });
  expect(order_status !== 'pending').toBe(isPaid);
});
