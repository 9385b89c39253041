// npm run -w @cme/api migration -- add_order_remark [--by-hand]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  findMigrationFaults,
  isTellingName,
  keepNewestSnapshot,
  nameRule,
} from './src/platform/database/migration-files.ts';

const folder = join(import.meta.dirname, 'migrations');
const [name = '', option] = process.argv.slice(2);

if (name === '--check') {
  const faults = findMigrationFaults(folder);
  for (const fault of faults) console.error(`apps/api/migrations/${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else if (isTellingName(name) && (option === undefined || option === '--by-hand')) {
  const options = ['generate', '--name', name, ...(option ? ['--custom'] : [])];
  execFileSync('drizzle-kit', options, { cwd: import.meta.dirname, stdio: 'inherit' });
  keepNewestSnapshot(folder);
} else {
  console.error(
    'usage: npm run -w @cme/api migration -- add_order_remark [--by-hand: an empty file for triggers and other SQL]',
  );
  console.error(`The name says what the migration does: ${nameRule}.`);
  process.exitCode = 2;
}
