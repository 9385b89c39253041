import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Projects whose tests need no page. */
const plain = ['libs/contract', 'libs/commons', 'apps/api', 'apps/edge', 'apps/commons'];
/** Projects whose tests draw pages. */
const drawn = ['libs/ui', 'libs/testing', 'apps/portal', 'apps/player', 'apps/user-centre'];

const nameOf = (folder: string) => (folder === 'apps/commons' ? 'commons-host' : folder.split('/')[1] ?? folder);

const inNode = (folder: string, name: string) => ({
  test: {
    name,
    root,
    environment: 'node',
    include: [`${folder}/**/*.test.{ts,tsx}`],
    // Pure rules are the same on every database.
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env.TEST_DATABASE_URL ? ['**/*.rules.test.ts'] : [])],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: [`${root}tools/vitest.page.ts`],
  },
});

const inPage = (folder: string) => ({
  test: {
    ...inNode(folder, nameOf(folder)).test,
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://cme.localhost:8080/', settings: { fetch: { disableSameOriginPolicy: true } } } },
    css: false,
  },
});

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // Read here alone, not in a project: a project may still be without tests.
    passWithNoTests: true,
    projects: [...plain.map((folder) => inNode(folder, nameOf(folder))), inNode('tools', 'tools'), ...drawn.map(inPage)],
  },
});
