import { existsSync, readFileSync } from 'node:fs';

/** What is read of Vitest's report. */
interface Test {
  fullName: string;
  status: string;
}
interface File {
  name: string;
  status: string;
  assertionResults: Test[];
}

/** How many tests of a report passed, and which failed; a file that broke before its first test
 * counts as one, and so does a report that was not written. */
export function outcomeOfVitest(file: string): { passed: number; failed: string[] } {
  if (!existsSync(file)) return { passed: 0, failed: [`no report ${file}`] };
  const report: { numPassedTests: number; testResults: File[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = report.testResults.flatMap(({ name, status, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [name]
      : assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName }) => `${name}: ${fullName}`),
  );
  return { passed: report.numPassedTests, failed };
}
