import { eq, inArray } from 'drizzle-orm';
import { returnUnbookedMoney } from '../../payment/pay/office.action.ts';
import { trade } from '../../payment/pay/trade/pay.tables.ts';
import { readDifferences } from '../../payment/pay/reconcile.job.ts';
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
    run: async ({ db }) =>
      formatTable(
        (
          await db
            .select()
            .from(trade)
            .where(inArray(trade.held, ['pay_amount', 'pay_order']))
        ).map(toTradeCells),
      ),
  },
  trade: {
    args: '<交易号>',
    about: '查看一笔支付',
    async run({ db }, args) {
      const [number = ''] = requireArguments(args, '交易号');
      return formatTable(
        (await db.select().from(trade).where(eq(trade.trade_no, number))).map(toTradeCells),
      );
    },
  },
  return: {
    args: '<交易号> [金额（元）]',
    about: '退回被挂起的支付',
    role: 'finance',
    async run(api, args) {
      const [number = ''] = requireArguments(args, '交易号');
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
