import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import {
  onEmbedded,
  onPostgresOnly,
  pageProjects,
  plainProjects,
  sameEverywhere,
  toProjectName,
} from './test/projects.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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
    isolate: ![...pageProjects, 'apps/api'].includes(folder),
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
      createNodeProject('apps/api', 'api'),
      createNodeProject('apps/api', 'api-embedded', onEmbedded),
      createNodeProject('tools', 'tools'),
      ...pageProjects.map(createPageProject),
    ],
  },
});
