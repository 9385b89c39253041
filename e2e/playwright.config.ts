import { defineConfig, type Project } from '@playwright/test';
import { type Browser, findProgram } from '../tools/programs/browsers.ts';
import { freePort } from '../tools/programs/free-port.ts';
import { commonOptions, settingsOf } from './browsers.ts';

// The runner's workers evaluate this file again and must use the same stack.
process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());

// Chromium names downloads in the locale of its process; the C locale does not support Chinese.
process.env.LANG ??= 'C.UTF-8';

const journeyFiles = (names: string[]) => names.map((name) => `journeys/**/${name}.spec.ts`);
/** Journeys that wait for a video or a timer: they need little CPU and run next to the others. */
const inRealTime = journeyFiles([
  'customer-domain',
  'exam-time',
  'long-lecture',
  'registration-to-study',
  'offline-study',
  'purchase-to-certificate',
  'reload-in-section',
  'two-players',
  'training-year',
]);
/** Journeys that also run in Firefox: the main and the paid journey end to end, resuming a video,
 * and everything about sessions. Carts, orders and sites are server behaviour, and the paid journey
 * includes a cart and an order. */
const inFirefox = {
  inRealTime: journeyFiles([
    'registration-to-study',
    'purchase-to-certificate',
    'reload-in-section',
  ]),
  atOnce: journeyFiles([
    'session-errors',
    'redirects',
    'sign-in-dialog',
    'sign-out-everywhere',
    'single-sign-on',
  ]),
  // The same journey as the previous one, on a single domain.
  leftOut: /: on a customer domain/,
};

/** Long journeys start first; the many short Chromium journeys fill the remaining time. */
const projects: (Project & { browser: Browser })[] = [
  {
    name: 'chromium in real time',
    browser: 'chromium',
    testMatch: inRealTime,
    workers: 2,
  },
  {
    name: 'firefox in real time',
    browser: 'firefox',
    testMatch: inFirefox.inRealTime,
    grepInvert: inFirefox.leftOut,
    workers: 1,
  },
  {
    name: 'firefox',
    browser: 'firefox',
    testMatch: inFirefox.atOnce,
    grepInvert: inFirefox.leftOut,
    workers: 1,
  },
  {
    name: 'chromium',
    browser: 'chromium',
    testMatch: 'journeys/**/*.spec.ts',
    testIgnore: inRealTime,
  },
];
/** JOURNEYS_IN selects the browsers; by default all that are installed. */
const isSelected = (browser: Browser) =>
  process.env.JOURNEYS_IN?.split(',').includes(browser) ?? Boolean(findProgram(browser));

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/journeys',
  globalSetup: './stack.ts',
  workers: 5,
  projects: projects
    .filter(({ browser }) => isSelected(browser))
    .map(({ browser, ...project }) => ({ ...project, use: settingsOf[browser] })),
  fullyParallel: true,
  // A test that passes only on retry is reported at the end of the run: see tools/test.ts.
  retries: 1,
  forbidOnly: true,
  // A slow machine takes several times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/tests/journeys.json' }]],
  use: {
    ...commonOptions,
    baseURL: `http://cme.localhost:${process.env.STACK_PORT}`,
  },
});
