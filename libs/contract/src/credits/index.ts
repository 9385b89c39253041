export * from './credits.ts';
export * from './declare-tabs.ts';
export * from './exchange.ts';
export * from './declare-audit.ts';
export * from './certificate.ts';
