export * from './version.ts';
export * from './call.ts';
export * from './fields.ts';
export * from './person-fields.ts';
export * from './rules.ts';
export * from './id-kinds.ts';
export * from './words.ts';
export * from './options.ts';
