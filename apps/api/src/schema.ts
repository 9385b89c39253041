export * from './platform/tables.ts';
export * from './site/tables.ts';
export * from './person/tables.ts';
export * from './content/tables.ts';
export * from './study/tables.ts';
export * from './credits/tables.ts';
export * from './payment/tables.ts';
export * from './screens/tables.ts';
