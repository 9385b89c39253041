// Tests all 32 combinations of two versions, one line each: npm run crash -- skew
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, built } from './build/build.ts';
import { prepare } from './test/browsers.ts';

const root = join(import.meta.dirname, '..');
prepare('chromium');
await build(root, built);
// Set, so that the Playwright configuration starts no stack.
const folder = mkdtempSync(join(tmpdir(), 'cme-skew-'));
const walk = spawn(
  join(root, 'node_modules/.bin/playwright'),
  [
    'test',
    '--config=e2e/rollout/playwright.config.ts',
    '--retries=0',
    '--reporter=list',
    'skew.spec.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SKEW: 'all', STACK_DATA: folder },
  },
);
const [code] = (await once(walk, 'exit')) as [number | null];
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
