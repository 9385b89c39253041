import type { Booked } from '../../payment/pay/book-trade.action.ts';
import { confirmTransfer } from '../../payment/pay/office.action.ts';
import { findOrder } from '../../payment/order/order.store.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { requireSubject } from '../staff/scope.ts';
import { type Command, requireArguments } from '../staff/command.ts';

/** What became of the money, so that finance does not take money on hold for a paid order. */
const results: Record<Booked, string> = {
  booked: '已登记，订单已支付',
  repeat: '这笔流水已登记过，没有变化',
  late: '已登记，订单不能再支付，款项将退回',
  duplicate: '已登记，订单已由其他支付付清，款项将退回',
  held: '金额或流水号与订单不符，款项已挂起，请用 money held 查看并办理',
  unknown: '没有找到该订单的对公转账',
};

/** Bank transfers received for orders. */
export const transfer: Record<string, Command> = {
  confirm: {
    args: '<订单编号> <银行流水号> <金额（元）>',
    about: '登记对公转账到账',
    role: 'finance',
    async run(api, args, account) {
      const [order_code = '', bank_no = '', yuan = ''] = requireArguments(
        args,
        '订单编号',
        '银行流水号',
        '金额',
      );
      const bought = await findOrder(api.db, order_code);
      if (!bought) throw new NotPossibleError('没有找到该订单');
      const subject = { site_ids: [bought.site_id], user_ids: [bought.user_id] };
      await requireSubject(api, account, subject, '订单');
      const result = await confirmTransfer(api, { order_code, bank_no, yuan, by: account.user_id });
      return `${order_code} ${results[result]}`;
    },
  },
};
