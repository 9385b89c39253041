import { defineConfig, devices } from '@playwright/test';
import { existsSync } from 'node:fs';
import { freePort } from '../tools/postgres.ts';

// The runner's workers read this file again and must find the same house.
process.env.HOUSE_PORT ??= String(await freePort());
process.env.HOUSE_API_PORT ??= String(await freePort());

const root = process.getuid?.() === 0;
/** Journeys that watch a video or a clock: they mostly wait, and need little of the machine while the others run. */
const inRealTime = ['customer-way', 'exam-time', 'main-way', 'network-away', 'paid-way', 'reload-in-section', 'two-players'].map((name) => `journeys/${name}.spec.ts`);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/journeys',
  globalSetup: './house.ts',
  workers: 4,
  projects: [
    { name: 'in real time', testMatch: inRealTime, workers: 2 },
    { name: 'at once', testMatch: '{journeys,rollout}/*.spec.ts', testIgnore: inRealTime, workers: 2 },
  ],
  fullyParallel: true,
  // Named at the end of the test run when it was needed: see tools/test.ts.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/tests/journeys.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: `http://cme.localhost:${process.env.HOUSE_PORT}`,
    actionTimeout: 15_000,
    // Recording every step is heavy on two cores: ask for it with TRACE=1 where a journey fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
        '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      ],
    },
  },
});
