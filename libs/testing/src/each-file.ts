import { afterAll, vi } from 'vitest';
import { keepFromNetwork } from './mock-replies.ts';

// Files share one process and one page: what a file has put in place ends with it.
keepFromNetwork();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
