import { inArray } from 'drizzle-orm';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import {
  approveRefund,
  confirmRefund,
  needsTwoPeople,
  rejectRefund,
} from '../../payment/refund/decide.action.ts';
import { readRefunds } from '../../payment/refund-record/refund.store.ts';
import { refund as refunds } from '../../payment/refund-record/refund.tables.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { requireRefund } from '../decisions/refund-decision.ts';
import type { Account } from '../staff/account.ts';
import { filterScope, requireSubject } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

async function requireOwnRefund(api: AppContext, number: string, account: Account) {
  const { site_id, user_id } = await requireRefund(api.db, number);
  await requireSubject(api, account, { site_ids: [site_id], user_ids: [user_id] }, '退款');
}

/** Refund requests. The reason of a rejection is shown to the learner. */
export const refund: Record<string, Command> = {
  list: {
    args: '',
    about: '待审核和失败的退款',
    role: 'finance',
    async run({ db }, _args, account) {
      const all = await db
        .select()
        .from(refunds)
        .where(inArray(refunds.refund_status, ['pending', 'failed']));
      const rows = await filterScope(db, account, all);
      recordShownPeople(rows.map(({ user_id }) => user_id));
      const ofOrders = await readRefunds(
        db,
        rows.map(({ order_code }) => order_code),
      );
      const rejectedBefore = (code: string) =>
        ofOrders
          .filter((other) => other.order_code === code && other.refund_status === 'rejected')
          .map(({ refund_no, note }) => `此前驳回${refund_no}：${note}`)
          .join('；');
      return formatTable(
        rows.map(({ refund_no, order_code, amount_fen, refund_status, reason }) => [
          refund_no,
          order_code,
          `¥${(amount_fen / 100).toFixed(2)}`,
          refund_status,
          reason,
          rejectedBefore(order_code),
        ]),
      );
    },
  },
  approve: {
    args: '<退款单号> [说明]',
    about: '批准退款；失败的再试一次；同一订单累计超过500元的须另一人确认',
    role: 'finance',
    async run(api, args, account) {
      const [number = ''] = requireArguments(args, '退款单号');
      const note = args[1] ?? '';
      await requireOwnRefund(api, number, account);
      if (await needsTwoPeople(api.db, number))
        return proposeRequest(api, 'refund', [number, note], account);
      await approveRefund(api, number, account.user_id, { note });
      return `已批准 ${number}`;
    },
  },
  reject: {
    args: '<退款单号> <原因>',
    about: '驳回退款',
    role: 'finance',
    async run(api, args, account) {
      const [number = '', reasonText = ''] = requireArguments(args, '退款单号', '原因');
      await requireOwnRefund(api, number, account);
      await rejectRefund(api, completion, number, account.user_id, reasonText);
      return `已驳回 ${number}`;
    },
  },
  confirm: {
    args: '<退款单号> <银行流水号>',
    about: '登记已通过银行转账退款',
    role: 'finance',
    async run(api, args, account) {
      const [number = '', bank = ''] = requireArguments(args, '退款单号', '银行流水号');
      await requireOwnRefund(api, number, account);
      await confirmRefund(api, completion, number, bank);
      return `已登记 ${number}`;
    },
  },
};
