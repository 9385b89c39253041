import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import sameBuild from '@cme/area-build/same-build';

const root = join(import.meta.dirname, '../..');
const readVersion = (name: string): string =>
  JSON.parse(readFileSync(join(root, 'libs', name, 'package.json'), 'utf8')).version;

type Resolution = Parameters<NonNullable<ReturnType<typeof sameBuild>['resolveShare']>>[0];

/** A page of two builds, and which version of a module a release would take by its range alone. */
const ask = (plugin: ReturnType<typeof sameBuild>, pkgName: string, byRange: string) => {
  const versions = Object.fromEntries(
    ['3.0.0', '3.1.0'].map((version) => [version, { version, from: `build of ${version}` }]),
  );
  const resolution = {
    pkgName,
    scope: 'default',
    shareScopeMap: { default: { [pkgName]: versions } },
    resolver: () => ({ shared: versions[byRange], useTreesShaking: false }),
  } as unknown as Resolution;
  const { resolver } = plugin.resolveShare?.(resolution) ?? resolution;
  return resolver()?.shared.version;
};

it('a release takes the inputs of the build whose theme it has, though a newer one is loaded', () => {
  const portal = sameBuild();
  expect(ask(portal, '@cme/ui', '3.0.0')).toBe('3.0.0');
  for (const name of ['@cme/ui/forms', '@cme/shell'])
    expect(ask(portal, name, '3.1.0')).toBe('3.0.0');
  const area = sameBuild();
  expect(ask(area, '@cme/shell', '3.1.0')).toBe('3.1.0');
  expect(ask(area, '@cme/ui', '3.0.0')).toBe('3.1.0');
});

it('other modules are chosen by their ranges', () => {
  const portal = sameBuild();
  ask(portal, '@cme/ui', '3.0.0');
  expect(ask(portal, 'zod/mini', '3.1.0')).toBe('3.1.0');
});

it('libs/ui and libs/shell have one version, by which a build is found', () => {
  expect(readVersion('shell')).toBe(readVersion('ui'));
});
