export * from './http/limits/limits.tables.ts';
export * from './sites/site.tables.ts';
export * from './state-log/state-log.tables.ts';
