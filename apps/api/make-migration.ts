// npm run -w @cme/api migration -- order_remark
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'migrations');
const [name = ''] = process.argv.slice(2);

const generate = (...options: string[]) =>
  execFileSync('drizzle-kit', ['generate', ...options], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });

const newestGuards = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('_guards.sql'))
    .toSorted()
    .at(-1);

/** Drizzle does not manage triggers: if the newest guards migration differs from `guards.sql`,
 * another one is added. */
function addGuards(): void {
  const expectedGuards = readFileSync(
    join(import.meta.dirname, 'src/platform/database/guards.sql'),
    'utf8',
  );
  const newest = newestGuards();
  if (newest && readFileSync(join(folder, newest), 'utf8') === expectedGuards) return;
  generate('--custom', '--name', 'guards');
  writeFileSync(join(folder, newestGuards() ?? ''), expectedGuards);
}

if (/^[a-z][a-z_]+$/.test(name)) {
  generate('--name', name);
  addGuards();
} else {
  console.error('usage: npm run -w @cme/api migration -- order_remark');
  process.exitCode = 2;
}
