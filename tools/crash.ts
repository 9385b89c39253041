// Kills the API repeatedly under load, restarts it in rolling fashion, kills a long command,
// migrates data of older versions, or runs two versions of everything side by side: npm run crash
// -- <run> [times] [max minutes]
import { argv } from 'node:process';

const suites: Record<string, string> = {
  restart: '../apps/api/test/crash/restart.ts',
  keys: '../apps/api/test/crash/keys.ts',
  migrations: '../apps/api/test/crash/migrations.ts',
  skew: './skew.ts',
  day: './operators-day.ts',
  floods: './floods.ts',
};
await import(suites[argv[2] ?? ''] ?? '../apps/api/test/crash/main.ts');
