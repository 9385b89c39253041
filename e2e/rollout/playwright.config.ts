import { defineConfig, type Project } from '@playwright/test';
import { freePort } from '../../tools/programs/free-port.ts';
import { commonOptions, settingsOf } from '../browsers.ts';

// The runner's workers evaluate this file again and must use the same stack.
process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());

/** `npm run crash -- floods` runs it alone. */
const isFloods = process.env.FLOODS === 'Y';
const floods: Project = {
  name: 'chromium floods',
  testMatch: 'floods.spec.ts',
  use: settingsOf.chromium,
};

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/rollout',
  globalSetup: '../stack.ts',
  workers: 2,
  projects: isFloods
    ? [floods]
    : [
        {
          // These tests switch releases for all pages: one at a time.
          name: 'chromium rollout',
          testIgnore: ['skew.spec.ts', 'floods.spec.ts'],
          workers: 1,
          use: settingsOf.chromium,
        },
        {
          // Two versions on a separate installation.
          name: 'chromium skew',
          testMatch: 'skew.spec.ts',
          use: settingsOf.chromium,
        },
      ],
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/tests/rollout.json' }]],
  use: { ...commonOptions, baseURL: `http://cme.localhost:${process.env.STACK_PORT}` },
});
