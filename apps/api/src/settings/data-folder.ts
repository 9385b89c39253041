import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the product writes beside its releases, which anybody may read. */
const own = [
  'database',
  'database.lock',
  'start.lock',
  'secret',
  'outbox',
  'pay',
  'live',
  'logs',
  'weixin-ticket.json',
  'wecom-ticket.json',
];

/** Makes the data folder the user's alone, and all that it holds already. */
export function closeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = lstatSync(folder);
  // A sticky folder such as /tmp is shared on purpose.
  if (!(mode & 0o1000)) close(folder);
  for (const name of own) closeWhole(join(folder, name));
}

function closeWhole(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return;
  close(path);
  if (found.isDirectory()) for (const name of readdirSync(path)) closeWhole(join(path, name));
}

/** Takes from others what is not theirs; of another user's file nothing can be taken. */
function close(path: string): void {
  const { mode, uid } = lstatSync(path);
  if ((mode & 0o077) !== 0 && (uid === process.getuid?.() || process.getuid?.() === 0))
    chmodSync(path, mode & 0o7700);
}
