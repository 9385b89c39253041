import { defineConfig, type Project } from '@playwright/test';
import { freePort } from '../../tools/programs/free-port.ts';
import { commonOptions, settingsOf } from '../browsers.ts';

// The runner's workers evaluate this file again and must use the same nginx.
process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_SCHEME = 'https';

const journeys = [
  'cart',
  'registration-to-study',
  'purchase-to-certificate',
  'redirects',
  'sign-out-everywhere',
  'single-sign-on',
];
/** Seven journeys that cover what learners do across the domains and what nginx passes on: host names
 * and secure cookies of all domains, video, payment notices, long polling. */
const throughNginx =
  /over the three domains|single sign-in|signs in on all three|count shows on all three|leads to another domain|two seconds|was left/;

/** `npm run crash -- day` runs it alone. */
const isDay = process.env.OPERATORS_DAY === 'Y';
const day: Project = {
  name: 'chromium operator',
  testMatch: 'behind-nginx/operators-day.spec.ts',
  retries: 0,
  use: settingsOf.chromium,
};

export default defineConfig({
  testDir: '..',
  outputDir: '../../.cache/behind-nginx',
  globalSetup: './cluster.ts',
  workers: 3,
  projects: isDay
    ? [day]
    : [
        {
          name: 'chromium through nginx',
          testMatch: journeys.map((name) => `journeys/**/${name}.spec.ts`),
          grep: throughNginx,
          use: settingsOf.chromium,
        },
        // Runs separately: it kills an API, and journeys running at the same time would have to retry.
        {
          name: 'chromium and two APIs',
          testMatch: 'behind-nginx/servers.spec.ts',
          dependencies: ['chromium through nginx'],
          workers: 1,
          retries: 0,
        },
      ],
  fullyParallel: true,
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/tests/behind-nginx.json' }]],
  use: {
    ...commonOptions,
    // nginx has a self-signed certificate.
    ignoreHTTPSErrors: true,
  },
});
