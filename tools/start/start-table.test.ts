import { expect, it } from 'vitest';
import { sampleCodeAt } from '@cme/api/sample-code';
import { createFirstSteps, createStartTable } from './start-table.ts';
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

it('the start names every sample account: learners of all sites, and staff', () => {
  const accounts =
    '13800000001 13800000002 13800000003 13800000004 13800000055 13800000011 13800000012 13800000031';
  const staff = '13900000001 13900000002 13900000005 13800000051';
  const table = tableOf({});
  expect(`${accounts} ${staff}`.split(' ').filter((mobile) => !table.includes(mobile))).toEqual([]);
  for (const host of ['hospital', 'city', 'ended', 'opening'])
    expect(table).toContain(`http://${host}.localhost`);
});

it('the start says who sends text messages, and where their codes can be read', () => {
  expect(tableOf({})).toMatch(/text messages +embedded providers .*codes in .*outbox\/sms\.jsonl/);
  expect(tableOf(real)).toMatch(/text messages +only written to .*outbox\/sms\.jsonl/);
});

it('the start with a real database and no named provider is refused in one line', () => {
  expect(() => tableOf({ ...real, SMS_PROVIDER: '' })).toThrow(
    /^setting SMS_PROVIDER is missing; with DATABASE_URL it must be given: [^\n]+$/,
  );
});

it.each([real, { SAMPLE: 'N' }])(
  'a start without sample content prints no account and no code',
  (env) => {
    expect(tableOf(env)).not.toMatch(/1[39]\d{9}|code now|hospital/);
  },
);

it.each([real, { SAMPLE: 'N' }])(
  'an empty installation is told what to do in at most six lines',
  (env) => {
    const lines = createFirstSteps(readSettings({ DATA_DIR: '/tmp/none', ...env }));
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.join('\n')).toContain('npm run staff -- site create cme.localhost');
  },
);
