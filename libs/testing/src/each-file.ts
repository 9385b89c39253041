import { afterAll, vi } from 'vitest';
import { keepFromNetwork } from './mock-replies.ts';

// Test files share one process and one document, so each file cleans up what it installs.
keepFromNetwork();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
