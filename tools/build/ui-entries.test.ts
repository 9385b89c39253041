import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { findImports, getPackageName } from '../check/tree.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const build = read('libs/area-build/src/rsbuild.ts');

/** Entries of both libraries that browsers load, with their files. */
const entries = ['ui', 'shell'].flatMap((library) => {
  const { exports } = JSON.parse(read(`libs/${library}/package.json`)) as {
    exports: Record<string, string>;
  };
  return Object.entries(exports)
    .filter(([entry]) => !entry.endsWith('.css') && !/server/.test(entry))
    .map(([entry, file]) => ({
      name: posix.join('@cme', library, entry),
      file: posix.join('libs', library, file),
    }));
});
const isShared = (name: string) => build.includes(`'${name}'`);

/** Only the shell imports it, which is of the same build as the theme (`same-build.ts`). */
const ofTheShell = '@cme/ui/dialogs';

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

it('unshared entries of the UI libraries bundle no package that needs a provider', () => {
  const ownEntries = entries.filter(({ name }) => !isShared(name) && name !== ofTheShell);
  expect(ownEntries.map(({ name }) => name)).toContain('@cme/shell/file-field');
  const faults = ownEntries.flatMap(({ name, file }) =>
    collectImports(file)
      .filter((imported) => needsProvider.includes(imported))
      .map((imported) => `${name} brings ${imported}: export it from @cme/ui/forms`),
  );
  expect(faults).toEqual([]);
});
