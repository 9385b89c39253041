// Tests all 32 combinations of two versions, one line each: npm run crash -- skew
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSpec } from './test/spec.ts';

// The journeys' own stack is not needed: where its data would lie is said already.
const folder = mkdtempSync(join(tmpdir(), 'cme-skew-'));
process.exitCode = await runSpec('e2e/rollout/playwright.config.ts', 'skew.spec.ts', {
  SKEW: 'all',
  STACK_DATA: folder,
});
rmSync(folder, { recursive: true, force: true });
