import { confirmTransfer } from '../modules/pay/office.action.ts';
import { type Command, requireArguments } from './command.ts';

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
      await confirmTransfer(api, { order_code, bank_no, yuan, by: account.user_id });
      return `已登记 ${order_code}`;
    },
  },
};
