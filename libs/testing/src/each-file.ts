import { afterAll, vi } from 'vitest';
import { keepFromNetwork } from './mock-replies.ts';

// Test files share one process and one document, so each file cleans up what it installs.
keepFromNetwork();
// Every browser has it; the emulated document does not, and fields that grow with their text ask it.
if (typeof document !== 'undefined' && !('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
