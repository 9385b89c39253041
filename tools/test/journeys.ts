import { existsSync, readFileSync } from 'node:fs';
import type { Browser } from '../programs/browsers.ts';

export interface Count {
  passed: number;
  failed: number;
}

/** The part of Playwright's report that is used. */
interface Walk {
  projectName: string;
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
}
interface Suite {
  specs?: { title: string; tests: Walk[] }[];
  suites?: Suite[];
}
export interface Report extends Suite {
  errors: unknown[];
}

export const readReport = (file: string): Report =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { errors: ['no report'] };

function listRuns(
  { specs = [], suites = [] }: Suite,
  browser: Browser,
): { title: string; status: Walk['status'] }[] {
  const ownRuns = specs.flatMap(({ title, tests }) => {
    const walks = tests.filter(({ projectName }) => projectName.split(' ')[0] === browser);
    return walks.map(({ status }) => ({ title, status }));
  });
  return [...ownRuns, ...suites.flatMap((suite) => listRuns(suite, browser))];
}

/** The result of a browser's journeys: counts, failures, and tests that passed only on retry. One
 * retry is tolerated and reported, unless `strictly`. */
export function countOutcome(
  report: Report,
  browser: Browser,
  strictly: boolean,
): Count & { stumbled: string[]; lost: string[] } {
  const walks = listRuns(report, browser);
  const listTitles = (...statuses: Walk['status'][]) =>
    walks.filter(({ status }) => statuses.includes(status)).map(({ title }) => title);
  const flaky = listTitles('flaky');
  const failed = listTitles('unexpected', 'skipped');
  const failedCount = failed.length + (strictly ? flaky.length : 0);
  return {
    passed: walks.length - failedCount,
    failed: failedCount + report.errors.length,
    stumbled: flaky,
    lost: failed,
  };
}
