// Kills the API again and again while people use it, restarts it as a release does, kills a long
// command in its middle, brings the data of older versions to the newest tables, or runs two versions
// of everything side by side:
// npm run crash -- <run> [times] [minutes at most]
import { argv } from 'node:process';

const suites: Record<string, string> = {
  restart: '../apps/api/test/crash/restart.ts',
  keys: '../apps/api/test/crash/keys.ts',
  migrations: '../apps/api/test/crash/migrations.ts',
  skew: './skew.ts',
};
await import(suites[argv[2] ?? ''] ?? '../apps/api/test/crash/main.ts');
