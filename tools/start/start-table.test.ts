import { expect, it } from 'vitest';
import { sampleCodeAt } from '@cme/api/sample-code';
import { createStartTable } from './start-table.ts';
import { readSettings } from './settings.ts';

const now = new Date('2026-06-15T02:00:00Z');
const tableOf = (env: NodeJS.ProcessEnv) =>
  createStartTable(readSettings({ DATA_DIR: '/tmp/none', ...env }), undefined, now).join('\n');
const real = {
  DATABASE_URL: 'postgres://cme@127.0.0.1/cme',
  APP_SECRET: 'x'.repeat(32),
  SMS_PROVIDER: 'file',
  INVOICE_ISSUER: 'file',
};

it('the start prints the current code of the sample staff, and how to get the next one', () => {
  for (const env of [{}, { ...real, SAMPLE: 'Y' }]) {
    expect(tableOf(env)).toMatch(new RegExp(`13900000001 .*code now ${sampleCodeAt(now)}`));
    expect(tableOf(env)).toContain('npm run staff -- code 13900000001');
  }
});

it('the start of a real installation prints no account and no code', () => {
  expect(tableOf(real)).not.toMatch(/1[39]\d{9}|code/);
});
