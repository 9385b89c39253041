import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');

export default defineConfig({
  root,
  test: {
    name: 'journeys in WebKit',
    include: ['e2e/webkit/*.journey.ts'],
    globalSetup: 'e2e/webkit/setup.ts',
    environment: 'node',
    // Each journey has its own browser; two cores can run two at a time.
    maxWorkers: 2,
    testTimeout: 300_000,
    reporters: ['verbose'],
  },
});
