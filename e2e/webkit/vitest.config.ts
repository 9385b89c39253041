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
    // Each journey has a browser of its own; two at a time are what two cores bear.
    maxWorkers: 2,
    testTimeout: 300_000,
    reporters: ['verbose'],
  },
});
