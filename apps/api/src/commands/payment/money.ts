import { eq, inArray } from 'drizzle-orm';
import { returnUnbookedMoney } from '../../payment/pay/office.action.ts';
import { trade } from '../../payment/pay/trade/pay.tables.ts';
import { readDifferences } from '../../payment/pay/reconcile.job.ts';
import { findTrade } from '../../payment/pay/trade/trade.store.ts';
import { findOrder } from '../../payment/order/order.store.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { filterScope, requireSubject } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';

type Trade = typeof trade.$inferSelect;
const toTradeCells = ({ trade_no, order_code, channel, amount_fen, trade_status, held }: Trade) => [
  trade_no,
  order_code,
  channel,
  `¥${(amount_fen / 100).toFixed(2)}`,
  trade_status,
  held,
];

/** Payments on hold, and reconciliation differences. */
export const money: Record<string, Command> = {
  held: {
    args: '',
    about: '金额或订单不符而被挂起的支付',
    role: 'finance',
    run: async ({ db }, _args, account) => {
      const rows = await db
        .select()
        .from(trade)
        .where(inArray(trade.held, ['pay_amount', 'pay_order']));
      return formatTable((await filterScope(db, account, rows)).map(toTradeCells));
    },
  },
  trade: {
    args: '<交易号>',
    about: '查看一笔支付',
    role: 'finance',
    async run({ db }, args, account) {
      const [number = ''] = requireArguments(args, '交易号');
      const rows = await db.select().from(trade).where(eq(trade.trade_no, number));
      return formatTable((await filterScope(db, account, rows)).map(toTradeCells));
    },
  },
  return: {
    args: '<交易号> [金额（元）]',
    about: '退回被挂起的支付',
    role: 'finance',
    async run(api, args, account) {
      const [number = ''] = requireArguments(args, '交易号');
      const held = await findTrade(api.db, number);
      const bought = held && (await findOrder(api.db, held.order_code));
      if (!held || !bought) throw new NotPossibleError('没有这笔支付');
      const subject = { site_ids: [held.site_id], user_ids: [bought.user_id] };
      await requireSubject(api, account, subject, '支付');
      await returnUnbookedMoney(api, number, args[1]);
      return `已退回 ${number}`;
    },
  },
  differences: {
    args: '[起始日期 YYYY-MM-DD]',
    about: '对账差异',
    run: async ({ db }, [since = '2000-01-01']) =>
      formatTable((await readDifferences(db, since)).map((row) => Object.values(row).map(String))),
  },
};
