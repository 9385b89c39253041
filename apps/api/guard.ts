import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Triggers are nothing that Drizzle can say: where the newest migration of them is not
 * `src/database/guards.sql` as it is now, another one is added. */
const folder = join(import.meta.dirname, 'migrations');
const wanted = readFileSync(join(import.meta.dirname, 'src/database/guards.sql'), 'utf8');
const newest = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('_guards.sql'))
    .toSorted()
    .at(-1);

const before = newest();
if (!before || readFileSync(join(folder, before), 'utf8') !== wanted) {
  execFileSync('drizzle-kit', ['generate', '--custom', '--name', 'guards'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
  writeFileSync(join(folder, newest() ?? ''), wanted);
}
