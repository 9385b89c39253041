export * from './shopplist.ts';
export * from './shopplist-add.ts';
export * from './order.ts';
export * from './card.ts';
export * from './pay.ts';
export * from './refund.ts';
export * from './invoice.ts';
