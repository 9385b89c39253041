// Runs the benchmarks in sequence; each prints its results with their targets and fails if one is
// missed.
import { argv } from 'node:process';

const parts = {
  api: () => import('./bench/api.ts'),
  beats: () => import('./bench/beats.ts'),
  exams: () => import('./bench/exams.ts'),
  hop: () => import('./bench/hop.ts'),
  hour: () => import('./bench/hour.ts'),
  notices: () => import('./bench/notices.ts'),
  pages: () => import('./bench/pages.ts'),
  scale: () => import('./bench/scale.ts'),
  study: () => import('./bench/study.ts'),
  watchers: () => import('./bench/watchers.ts'),
};
const wanted = argv.slice(2);

for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  await run();
}
