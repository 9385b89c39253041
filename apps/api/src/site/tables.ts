export * from './page/page.tables.ts';
export * from './rollout/rollout.tables.ts';
