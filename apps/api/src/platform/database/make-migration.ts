// npm run -w @cme/api migration -- add_order_remark [--by-hand]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findMigrationFaults,
  isTellingName,
  keepNewestSnapshot,
  nameRule,
} from './migration-files.ts';

const project = join(import.meta.dirname, '../../..');
const folder = join(project, 'migrations');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, 'by-hand': { type: 'boolean' } },
});
const [name = ''] = positionals;

if (values.check) {
  const faults = findMigrationFaults(folder);
  for (const fault of faults) console.error(`apps/api/migrations/${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else if (isTellingName(name)) {
  const options = ['generate', '--name', name, ...(values['by-hand'] ? ['--custom'] : [])];
  execFileSync('drizzle-kit', options, { cwd: project, stdio: 'inherit' });
  keepNewestSnapshot(folder);
} else {
  console.error(
    'usage: npm run -w @cme/api migration -- add_order_remark [--by-hand: an empty file for triggers and other SQL]',
  );
  console.error(`The name says what the migration does: ${nameRule}.`);
  process.exitCode = 2;
}
