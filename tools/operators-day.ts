// An operator's day with two edges and two APIs under load: npm run crash -- day
import { existsSync } from 'node:fs';
import { requireProgram } from './programs/packages.ts';
import { runSpec } from './test/spec.ts';

requireProgram(() => ['/usr/sbin/nginx'].find(existsSync), ['nginx']);
process.exitCode = await runSpec('e2e/behind-nginx/playwright.config.ts', 'operators-day.spec.ts', {
  OPERATORS_DAY: 'Y',
});
