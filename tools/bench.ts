// Runs the benchmarks in sequence; each prints its results with their targets and fails if one is
// missed.
import { parseArgs } from 'node:util';

const parts = {
  api: () => import('./bench/api.ts'),
  beats: () => import('./bench/beats.ts'),
  exams: () => import('./bench/exams.ts'),
  hop: () => import('./bench/hop/hop.ts'),
  hour: () => import('./bench/hour.ts'),
  notices: () => import('./bench/notices.ts'),
  pages: () => import('./bench/pages/pages.ts'),
  scale: () => import('./bench/scale.ts'),
  study: () => import('./bench/study.ts'),
  watchers: () => import('./bench/watchers.ts'),
};
const { positionals: names } = parseArgs({ allowPositionals: true });

for (const [name, run] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n── ${name}`);
  await run();
}
