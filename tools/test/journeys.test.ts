import { describe, expect, it } from 'vitest';
import type { Browser } from '../programs/browsers.ts';
import { countOutcome, type Report, readReport } from './journeys.ts';

const createSpec = (
  title: string,
  projectName: string,
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped',
) => ({ title, tests: [{ projectName, status }] });

const report: Report = {
  errors: [],
  suites: [
    {
      specs: [createSpec('buys', 'chromium', 'expected')],
      suites: [{ specs: [createSpec('passes', 'chromium in real time', 'flaky')] }],
    },
    {
      specs: [
        createSpec('buys', 'firefox', 'expected'),
        createSpec('passes', 'firefox in real time', 'unexpected'),
        createSpec('waits', 'firefox', 'skipped'),
      ],
    },
  ],
};

describe('the result of a run of the journeys', () => {
  it.each([
    [
      'a second try passes and is named',
      report,
      'chromium',
      false,
      { passed: 2, failed: 0, stumbled: ['passes'], lost: [] },
    ],
    [
      'a second try fails where changes are accepted',
      report,
      'chromium',
      true,
      { passed: 1, failed: 1, stumbled: ['passes'], lost: [] },
    ],
    [
      'what did not run has failed',
      report,
      'firefox',
      false,
      { passed: 1, failed: 2, stumbled: [], lost: ['passes', 'waits'] },
    ],
    [
      'what broke off has failed in every browser',
      { ...report, errors: [{}] },
      'chromium',
      false,
      { passed: 2, failed: 1, stumbled: ['passes'], lost: [] },
    ],
    [
      'a run without a report has failed',
      readReport('/nowhere/journeys.json'),
      'firefox',
      false,
      { passed: 0, failed: 1, stumbled: [], lost: [] },
    ],
  ] satisfies [string, Report, Browser, boolean, object][])(
    '%s',
    (_, of, browser, strictly, outcome) => {
      expect(countOutcome(of, browser, strictly)).toEqual(outcome);
    },
  );
});
