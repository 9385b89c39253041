import {
  account,
  deletedOnClosing,
  inTable,
  internalTable,
  keptByLaw,
  ownCondition,
  type PersonalTable,
} from '../platform/personal-data/personal-table.ts';

const orders = '订单完成后不少于三年（电子商务法第三十一条），会计凭证三十年（会计档案管理办法）';

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const paymentTables: Readonly<Record<string, PersonalTable>> = {
  cart_item: deletedOnClosing('购物车'),
  study_card: {
    ...keptByLaw('学习卡', orders, 'bound_user = :user'),
    hidden: ['password_hash'],
  },
  order: keptByLaw('订单', orders),
  order_item: keptByLaw('订单明细', orders, inTable('order_code', '"order"')),
  order_request: internalTable('下单请求', ownCondition, account),
  order_hold: internalTable('下单占用'),
  trade: { ...keptByLaw('支付', orders), hidden: ['prepay'] },
  refund: keptByLaw('退款', orders),
  refund_item: keptByLaw('退款明细', orders, inTable('refund_no', 'refund')),
  invoice: {
    ...keptByLaw('发票', orders, ownCondition, ['email']),
    hidden: ['issuer', 'file_id', 'file_format'],
  },
  invoice_batch_item: {
    ...keptByLaw('交税务局开具的发票', orders, inTable('invoice_no', 'invoice')),
    isInternal: true,
  },
};
