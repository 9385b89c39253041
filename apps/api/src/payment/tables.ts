export * from './card/card.tables.ts';
export * from './invoice/batch/batch.tables.ts';
export * from './invoice/invoice.tables.ts';
export * from './order/order.tables.ts';
export * from './pay/trade/pay.tables.ts';
export * from './refund-record/refund.tables.ts';
export * from './shopplist/shopplist.tables.ts';
