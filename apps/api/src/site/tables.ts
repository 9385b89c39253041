export * from './rollout/rollout.tables.ts';
