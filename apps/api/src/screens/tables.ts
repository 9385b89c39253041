export * from './personal-data/personal-data.tables.ts';
