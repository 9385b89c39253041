/** Projects whose tests need no DOM. Those of the API are a part of their own. */
export const plainProjects = [
  'libs/contract',
  'libs/commons',
  'libs/release',
  'libs/sample',
  'apps/edge',
  'apps/commons',
];
/** Projects whose tests render pages. */
export const pageProjects = [
  'libs/ui',
  'libs/shell',
  'apps/portal',
  'apps/player',
  'apps/user-centre',
];

/** The name of a project, which Nx and Vitest share. */
export const toProjectName = (folder: string): string =>
  folder === 'apps/commons' ? 'commons-host' : (folder.split('/')[1] ?? folder);

/** Pure rules, and what is decided before a database is asked, are the same on every database. */
export const sameEverywhere = [
  'apps/api/src/**/*.rules.test.ts',
  ...[
    'main',
    'platform/log',
    'platform/http/docs/openapi',
    'platform/settings/{folder-lock,pay-settings,settings,sms-settings}',
    'payment/pay/gateway/vectors',
    'sample/sample',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];

/** Races show only on PostgreSQL, because the embedded database runs one statement at a time. Tests
 * of access, of leaks and of the order of notices run there for the same reason. */
export const onPostgresOnly = [
  'apps/api/src/**/race.test.ts',
  'apps/api/src/platform/database/{apply-migrations,older-api,older-data}.test.ts',
  'apps/api/src/platform/http/every-call/{access,leaks}.test.ts',
  'apps/api/src/payment/pay/sequence.test.ts',
];

/** What `npm test` asks of the embedded database where the whole suite runs on PostgreSQL: what is
 * about the database itself, jobs and long transactions, words of the catalogue, and a few bodies to
 * every call there is. Journeys run on it, with the sample content that the first start creates. A test
 * file that is not listed here runs on PostgreSQL only. */
export const onEmbedded = [
  ...sameEverywhere,
  ...[
    'platform/{batching,database,jobs,state-log}/**/*',
    'platform/http/every-call/any-body',
    'platform/server/failure',
    'content/{catalogue,search}/*',
    'payment/order/{deliver.job,order}',
    'person/identity/session/session',
  ].map((name) => `apps/api/src/${name}.test.ts`),
];
