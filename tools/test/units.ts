import { existsSync, readFileSync } from 'node:fs';

/** The part of Vitest's report that is used. */
interface Test {
  fullName: string;
  status: string;
}
interface File {
  name: string;
  status: string;
  assertionResults: Test[];
}

/** Number of passed tests and names of failed ones; a file that failed before its first test counts
 * as one, as does a missing report. */
export function readVitestOutcome(file: string): { passed: number; failed: string[] } {
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
