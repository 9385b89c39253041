import { defineConfig, type Project } from '@playwright/test';
import { type Browser, programOf } from '../tools/test/browsers.ts';
import { freePort } from '../tools/postgres.ts';
import { everywhere, settingsOf } from './browsers.ts';

// The runner's workers read this file again and must find the same stack.
process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());

// Chromium names downloads in the locale of its process; the plain one knows no Chinese.
process.env.LANG ??= 'C.UTF-8';

const files = (names: string[]) => names.map((name) => `journeys/${name}.spec.ts`);
/** Journeys that watch a video or a clock: they mostly wait, and need little of the machine while
 * the others run. */
const inRealTime = files([
  'customer-way',
  'exam-time',
  'main-way',
  'network-away',
  'paid-way',
  'reload-in-section',
  'two-players',
  'year',
]);
/** The main way and the paid way from end to end, a video that goes on in its middle, and all of the
 * session: shown in a second engine too. Carts, orders and sites are the server's answers, and the
 * paid way shows a cart and an order here. */
const inFirefox = {
  inRealTime: files(['main-way', 'paid-way', 'reload-in-section']),
  atOnce: files([
    'lost-session',
    'redirects',
    'sign-in-dialog',
    'sign-out-everywhere',
    'signed-in-once',
  ]),
  // The same way as its neighbour's, on one domain.
  leftOut: /: on a customer domain/,
};

/** What takes long begins first; the many short journeys of Chromium fill what is left. */
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
    testMatch: 'journeys/*.spec.ts',
    testIgnore: inRealTime,
  },
];
/** JOURNEYS_IN names the browsers; without it all that are installed. */
const isAsked = (browser: Browser) =>
  process.env.JOURNEYS_IN?.split(',').includes(browser) ?? Boolean(programOf(browser));

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/journeys',
  globalSetup: './stack.ts',
  workers: 5,
  projects: projects
    .filter(({ browser }) => isAsked(browser))
    .map(({ browser, ...project }) => ({ ...project, use: settingsOf[browser] })),
  fullyParallel: true,
  // Named at the end of the test run when it was needed: see tools/test.ts.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/tests/journeys.json' }]],
  use: {
    ...everywhere,
    baseURL: `http://cme.localhost:${process.env.STACK_PORT}`,
  },
});
