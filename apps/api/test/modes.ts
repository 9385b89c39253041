import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
export function openIn(path: string): string[] {
  const found = lstatSync(path);
  const inner = found.isDirectory()
    ? readdirSync(path).flatMap((name) => openIn(join(path, name)))
    : [];
  return [...(found.isSymbolicLink() || (found.mode & 0o077) === 0 ? [] : [path]), ...inner];
}
