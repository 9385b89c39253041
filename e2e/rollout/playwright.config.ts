import { defineConfig } from '@playwright/test';
import { freePort } from '../../tools/postgres.ts';
import { everywhere, settingsOf } from '../browsers.ts';

// The runner's workers read this file again and must find the same stack.
process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());

/** These switch releases under everybody: on a stack of their own, and one at a time. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/rollout',
  globalSetup: '../stack.ts',
  workers: 1,
  projects: [{ name: 'chromium rollout', testMatch: '*.spec.ts', use: settingsOf.chromium }],
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/tests/rollout.json' }]],
  use: { ...everywhere, baseURL: `http://cme.localhost:${process.env.STACK_PORT}` },
});
