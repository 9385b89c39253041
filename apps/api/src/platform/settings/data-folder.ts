import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders of the product besides its releases, which are world-readable. */
const ownDirs = [
  'database',
  'database.lock',
  'start.lock',
  'secret',
  'outbox',
  'staff-sessions',
  'pay',
  'sms',
  'live',
  'logs',
  'weixin-ticket.json',
  'wecom-ticket.json',
];

/** Restricts the data folder and its existing contents to the current user. */
export function closeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = lstatSync(folder);
  // A sticky folder such as /tmp is shared on purpose.
  if (!(mode & 0o1000)) close(folder);
  for (const name of ownDirs) restrictTree(join(folder, name));
}

function restrictTree(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  close(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) restrictTree(join(path, name));
}

/** Removes access of others; files of another user cannot be changed. */
function close(path: string): void {
  const { mode, uid } = lstatSync(path);
  if ((mode & 0o077) !== 0 && (uid === process.getuid?.() || process.getuid?.() === 0))
    chmodSync(path, mode & 0o7700);
}
