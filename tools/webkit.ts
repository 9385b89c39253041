import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { MissingPackageError } from './programs/packages.ts';
import { freePort } from './programs/free-port.ts';
import { prepareWebKit } from './programs/webkit.ts';

const config = join(import.meta.dirname, '../e2e/webkit/vitest.config.ts');

/** Runs all WebKit journeys, or the files named. */
async function runJourneys(files: string[]): Promise<{ passed: number; failed: number }> {
  prepareWebKit();
  process.env.STACK_PORT ??= String(await freePort());
  process.env.STACK_API_PORT ??= String(await freePort());
  const runner = await startVitest('test', files, { config, watch: false });
  const modules = runner.state.getTestModules();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const passed = tests.filter((test) => test.result().state === 'passed').length;
  const brokenModules = modules.filter(
    (module) => !module.ok() && module.errors().length > 0,
  ).length;
  const noTests = tests.length === 0 ? 1 : 0;
  await runner.close();
  return { passed, failed: tests.length - passed + brokenModules + noTests };
}

const { passed, failed } = await runJourneys(process.argv.slice(3)).catch((error: unknown) => {
  console.error(
    error instanceof MissingPackageError
      ? `could not run: journeys in WebKit: ${error.message}`
      : error,
  );
  return { passed: 0, failed: 1 };
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
