import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Projects whose tests need no page. */
const plain = ['libs/contract', 'libs/commons', 'apps/api', 'apps/edge', 'apps/commons'];
/** Projects whose tests draw pages. */
const drawn = ['libs/ui', 'libs/testing', 'apps/portal', 'apps/player', 'apps/user-centre'];

/** Pure rules, and what is decided before a database is asked, are the same on every database. */
const sameEverywhere = [
  'apps/api/src/**/*.rules.test.ts',
  ...[
    '{log,main}',
    'http/openapi',
    'settings/{folder-lock,pay-settings,settings}',
    'modules/pay/gateway/vectors',
    'sample/sample',
    'sample/questions/*',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

/** What races: the embedded database runs one statement at a time, so it shows nothing there that it
 * does not show on PostgreSQL. Whose an id is, what leaks, and orders of notices are asked there for the
 * same reason. */
const onPostgresOnly = [
  'apps/api/src/**/race.test.ts',
  'apps/api/src/**/*.race.test.ts',
  'apps/api/src/database/{apply-migrations,older-api,older-data}.test.ts',
  'apps/api/src/http/{access,leaks}.test.ts',
  'apps/api/src/modules/pay/sequence.test.ts',
];

/** What `npm test` asks of the embedded database where the whole suite runs on PostgreSQL: what is
 * about the database itself, jobs and long transactions, words of the catalogue, the first start's
 * sample content, and a few bodies to every call there is. Journeys walk on it from end to end. */
const onEmbedded = [
  ...sameEverywhere,
  ...[
    '{batching,database,jobs,sample,state-log}/**/*',
    'http/{any-body,failure}',
    'modules/{catalogue,search}/*',
    'modules/order/{deliver.job,order}',
    'modules/identity/session/session',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

const nameOf = (folder: string) =>
  folder === 'apps/commons' ? 'commons-host' : (folder.split('/')[1] ?? folder);

const inNode = (folder: string, name: string, include = [`${folder}/**/*.test.{ts,tsx}`]) => ({
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Every file of the API opens an API and a database of its own, and every page a document:
    // loading all modules for each again would be most of the work.
    isolate: ![...drawn, 'apps/api'].includes(folder),
    setupFiles: [`${root}tools/vitest.page.ts`],
  },
});

const inPage = (folder: string) => ({
  test: {
    ...inNode(folder, nameOf(folder)).test,
    environment: 'happy-dom',
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
    // One more than cores: tests of the API wait for their database a good part of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Read here alone, not in a project: a project may still be without tests.
    passWithNoTests: true,
    projects: [
      ...plain.map((folder) => inNode(folder, nameOf(folder))),
      inNode('apps/api', 'api-embedded', onEmbedded),
      inNode('tools', 'tools'),
      ...drawn.map(inPage),
    ],
  },
});
