import { existsSync, readFileSync } from 'node:fs';

/** The part of Vitest's report that is used. */
interface Test {
  fullName: string;
  status: string;
}
interface File {
  name: string;
  status: string;
  /** Why the file failed outside of its tests: at import, or in a hook. */
  message: string;
  assertionResults: Test[];
}

/** Number of passed tests and names of failed ones. A file that failed outside of its tests counts
 * as one, with the first line of its reason, as does a missing report. */
export function readVitestOutcome(file: string): { passed: number; failed: string[] } {
  if (!existsSync(file)) return { passed: 0, failed: [`no report ${file}`] };
  const report: { numPassedTests: number; testResults: File[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const titles = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName }) => fullName);
      const [summary = ''] = message.split('\n');
      return (titles.length ? titles : [summary]).map((reason) => `${name}: ${reason}`);
    });
  return { passed: report.numPassedTests, failed };
}
