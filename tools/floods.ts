// One client floods an edge beside visitors and an operator: npm run crash -- floods
import { runSpec } from './test/spec.ts';

process.exitCode = await runSpec('e2e/rollout/playwright.config.ts', 'floods.spec.ts', {
  FLOODS: 'Y',
  // So that every client has an address.
  TRUSTED_PROXIES: 'loopback',
});
