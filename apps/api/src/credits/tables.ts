export * from './certificate/certificate.tables.ts';
export * from './credits/credits.tables.ts';
export * from './exchange/exchange.tables.ts';
