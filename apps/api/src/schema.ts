// Every table of every module: what the migrations are generated from.
export * from './modules/approval/approval.tables.ts';
export * from './modules/card/card.tables.ts';
export * from './modules/catalogue/catalogue.tables.ts';
export * from './modules/exam/exam.tables.ts';
export * from './modules/certificate/certificate.tables.ts';
export * from './modules/credits/credits.tables.ts';
export * from './modules/identity/identity.tables.ts';
export * from './modules/invoice/invoice.tables.ts';
export * from './modules/learning/learning.tables.ts';
export * from './modules/message/message.tables.ts';
export * from './modules/pay/pay.tables.ts';
export * from './modules/order/order.tables.ts';
export * from './modules/player/player.tables.ts';
export * from './modules/shopplist/shopplist.tables.ts';
export * from './modules/refund/refund.tables.ts';
export * from './sites/site.tables.ts';
export * from './modules/survey/survey.tables.ts';
