import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Projects whose tests need no DOM. */
const plainProjects = [
  'libs/contract',
  'libs/commons',
  'libs/release',
  'libs/sample',
  'apps/api',
  'apps/edge',
  'apps/commons',
];
/** Projects whose tests render pages. */
const drawn = [
  'libs/ui',
  'libs/shell',
  'libs/testing',
  'apps/portal',
  'apps/player',
  'apps/user-centre',
];

/** Pure rules, and what is decided before a database is asked, are the same on every database. */
const sameEverywhere = [
  'apps/api/src/**/*.rules.test.ts',
  ...[
    'main',
    'platform/log',
    'platform/http/openapi',
    'platform/settings/{folder-lock,pay-settings,settings,sms-settings}',
    'payment/pay/gateway/vectors',
    'sample/sample',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

/** Races show only on PostgreSQL, because the embedded database runs one statement at a time. Tests
 * of access, of leaks and of the order of notices run there for the same reason. */
const onPostgresOnly = [
  'apps/api/src/**/race.test.ts',
  'apps/api/src/**/*.race.test.ts',
  'apps/api/src/platform/database/{apply-migrations,older-api,older-data}.test.ts',
  'apps/api/src/platform/http/{access,leaks}.test.ts',
  'apps/api/src/payment/pay/sequence.test.ts',
];

/** What `npm test` asks of the embedded database where the whole suite runs on PostgreSQL: what is
 * about the database itself, jobs and long transactions, words of the catalogue, and a few bodies to
 * every call there is. Journeys run on it, with the sample content that the first start creates. A test
 * file that is not listed here runs on PostgreSQL only. */
const onEmbedded = [
  ...sameEverywhere,
  ...[
    'platform/{batching,database,jobs,state-log}/**/*',
    'platform/http/{any-body,failure}',
    'content/{catalogue,search}/*',
    'payment/order/{deliver.job,order}',
    'person/identity/session/session',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

const toProjectName = (folder: string) =>
  folder === 'apps/commons' ? 'commons-host' : (folder.split('/')[1] ?? folder);

const createNodeProject = (
  folder: string,
  name: string,
  include = [`${folder}/**/*.test.{ts,tsx}`],
) => ({
  test: {
    name,
    root,
    environment: 'node',
    include,
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      ...(process.env.TEST_DATABASE_URL ? sameEverywhere : onPostgresOnly),
    ],
    // A slow machine that runs two parts at once takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Each API test file opens its own API and database, each page test its own document: loading
    // all modules again for each would take most of the time.
    isolate: ![...drawn, 'apps/api'].includes(folder),
    setupFiles: [`${root}tools/vitest.page.ts`],
    globalSetup: folder === 'apps/api' ? [`${root}apps/api/test/run.ts`] : [],
  },
});

const createPageProject = (folder: string) => ({
  test: {
    ...createNodeProject(folder, toProjectName(folder)).test,
    environment: 'happy-dom',
    // Nx tests two projects at once, which keeps two cores busy; every further worker loads React, Mantine
    // and the emulated DOM again.
    maxWorkers: 1,
    // Vitest wants projects with another number of workers in another group.
    sequence: { groupOrder: 1 },
    environmentOptions: {
      happyDOM: {
        url: 'http://cme.localhost:8080/',
        settings: { fetch: { disableSameOriginPolicy: true } },
      },
    },
    css: false,
    setupFiles: [`${root}tools/vitest.page.ts`, `${root}libs/testing/src/each-file.ts`],
  },
});

export default defineConfig({
  root,
  test: {
    // One more than cores, because API tests spend much time waiting for their database.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Set here, because a project may have no tests yet.
    passWithNoTests: true,
    projects: [
      ...plainProjects.map((folder) => createNodeProject(folder, toProjectName(folder))),
      createNodeProject('apps/api', 'api-embedded', onEmbedded),
      createNodeProject('tools', 'tools'),
      ...drawn.map(createPageProject),
    ],
  },
});
