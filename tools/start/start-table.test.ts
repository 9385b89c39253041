import { expect, it } from 'vitest';
import { sampleCodeAt } from '@cme/api/sample-code';
import { createFirstSteps, createStartTable } from './start-table.ts';
import { readSettings } from './settings.ts';

const now = new Date('2026-06-15T02:00:00Z');
const tableOf = (env: NodeJS.ProcessEnv) =>
  createStartTable(readSettings({ DATA_DIR: '/tmp/none', ...env }), undefined, now).join('\n');
const real = { DATABASE_URL: 'postgres://cme@127.0.0.1/cme', APP_SECRET: 'x'.repeat(32) };

it('the start prints the current code of the sample staff, and how to get the next one', () => {
  for (const env of [{}, { ...real, SAMPLE: 'Y' }]) {
    expect(tableOf(env)).toMatch(new RegExp(`13900000001 .*code now ${sampleCodeAt(now)}`));
    expect(tableOf(env)).toContain('npm run staff -- code 13900000001');
  }
});

it.each([real, { SAMPLE: 'N' }])(
  'a start without sample content prints no account and no code',
  (env) => {
    expect(tableOf(env)).not.toMatch(/1[39]\d{9}|code|hospital/);
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
