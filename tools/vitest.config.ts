import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Projects whose tests need no page. */
const plain = ['libs/contract', 'libs/commons', 'apps/api', 'apps/edge', 'apps/commons'];
/** Projects whose tests draw pages. */
const drawn = ['libs/ui', 'libs/testing', 'apps/portal', 'apps/player', 'apps/user-centre'];

/** Pure rules, and what is decided before a database is asked, are the same on every database. */
const sameEverywhere = [
  '**/*.rules.test.ts',
  ...[
    '{log,main}',
    'http/{body,cross-origin,isolation,openapi,policy}',
    'settings/{folder-lock,pay-settings,settings}',
    'modules/pay/gateway/vectors',
    'sample/sample',
    'sample/questions/*',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

/** What races, and thousands of generated calls: the embedded database runs one statement at a time,
 * so they show nothing there that they do not show on PostgreSQL. */
const onPostgresOnly = [
  'apps/api/src/**/race.test.ts',
  'apps/api/src/**/*.race.test.ts',
  'apps/api/src/http/{access,any-body,leaks}.test.ts',
  'apps/api/src/modules/pay/sequence.test.ts',
];

const nameOf = (folder: string) =>
  folder === 'apps/commons' ? 'commons-host' : (folder.split('/')[1] ?? folder);

const inNode = (folder: string, name: string) => ({
  test: {
    name,
    root,
    environment: 'node',
    include: [`${folder}/**/*.test.{ts,tsx}`],
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      ...(process.env.TEST_DATABASE_URL ? sameEverywhere : onPostgresOnly),
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Every file of the API opens an API and a database of its own: loading all modules for each
    // again would be most of the work.
    isolate: folder !== 'apps/api',
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
  },
});

export default defineConfig({
  root,
  test: {
    // One more than cores: tests of the API wait for their database a good part of the time.
    maxWorkers: 3,
    // Read here alone, not in a project: a project may still be without tests.
    passWithNoTests: true,
    projects: [
      ...plain.map((folder) => inNode(folder, nameOf(folder))),
      inNode('tools', 'tools'),
      ...drawn.map(inPage),
    ],
  },
});
