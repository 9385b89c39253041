import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
export function openIn(path: string): string[] {
  const stats = lstatSync(path);
  const inner = stats.isDirectory()
    ? readdirSync(path).flatMap((name) => openIn(join(path, name)))
    : [];
  return [...(stats.isSymbolicLink() || (stats.mode & 0o077) === 0 ? [] : [path]), ...inner];
}
