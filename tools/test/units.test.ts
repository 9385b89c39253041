import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readVitestOutcome } from './units.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the result of a run of the unit tests', () => {
  it('lists failed tests, and files that failed outside of their tests with the reason', () => {
    const file = join(folder, 'api.json');
    const testResults = [
      {
        name: 'cart.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'the cart keeps what is put in', status: 'passed' },
          { fullName: 'the cart counts', status: 'failed' },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: 'logs.test.ts',
        status: 'failed',
        message: 'the API did not start\n  at start.ts',
        assertionResults: [{ fullName: 'logs contain no secrets', status: 'skipped' }],
      },
    ];
    writeFileSync(file, JSON.stringify({ numPassedTests: 1, testResults }));
    expect(readVitestOutcome(file)).toEqual({
      passed: 1,
      failed: [
        'cart.test.ts: the cart counts',
        'broken.test.ts: no such module',
        'logs.test.ts: the API did not start',
      ],
    });
  });

  it('is a failure without a report', () => {
    expect(readVitestOutcome(join(folder, 'none.json')).failed).toHaveLength(1);
  });
});
