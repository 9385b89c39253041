import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { findImports, getPackageName } from '../check/tree.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const entries: Record<string, string> = JSON.parse(read('libs/ui/package.json')).exports;
const build = read('tools/build/rsbuild.ts');
const isShared = (entry: string) =>
  build.includes(`'${posix.join('@cme/ui', entry)}'`) || entry === './server';

/** Packages whose React providers wrap the page: a second copy would find no provider. */
const needsProvider = ['@mantine/core', '@mantine/form', '@mantine/hooks', 'react-router'];

/** Modules that a file bundles; those that it imports by the library's name are shared. */
function collectImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return findImports({ path: file, text: read(file) }).flatMap(({ specifier, isType }) => {
    if (isType) return [];
    if (!specifier.startsWith('.')) return [getPackageName(specifier)];
    const next = posix.join(posix.dirname(file), specifier);
    return existsSync(join(root, next)) ? collectImports(next, seen) : [];
  });
}

it('unshared entries of the UI library bundle no package that needs a provider', () => {
  const ownEntries = Object.keys(entries).filter(
    (entry) => !entry.endsWith('.css') && !isShared(entry),
  );
  expect(ownEntries).toContain('./file-field');
  const faults = ownEntries.flatMap((entry) =>
    collectImports(posix.join('libs/ui', entries[entry] ?? ''))
      .filter((name) => needsProvider.includes(name))
      .map((name) => `${entry} brings ${name}: export it from ./forms`),
  );
  expect(faults).toEqual([]);
});
