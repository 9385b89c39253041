import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build, builtApplications } from '../build/build.ts';
import { prepareBrowser } from '../programs/browsers.ts';

const root = join(import.meta.dirname, '../..');

/** Runs one file of Playwright tests that is no part of `npm test`; answers its exit code. */
export async function runSpec(
  config: string,
  file: string,
  environment: Record<string, string>,
): Promise<number> {
  prepareBrowser('chromium');
  await build(root, builtApplications);
  const run = spawn(
    join(root, 'node_modules/.bin/playwright'),
    ['test', `--config=${config}`, '--retries=0', '--reporter=list', file],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const [code] = (await once(run, 'exit')) as [number | null];
  return code ?? 1;
}
