import { describe, expect, it } from 'vitest';
import { findLockFaults } from './lock.ts';
import { completeLock, findMissingEntries, type Lock } from './complete-lock.ts';

const lock: Lock = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-musl': '2.0.0',
        '@tool/win32-arm64': '2.0.0',
        '@tool/here': '2.0.0',
        nested: '1.0.0',
      },
    },
    'node_modules/@tool/here': { version: '2.0.0', optional: true },
    'node_modules/tool/node_modules/nested': { version: '1.0.0' },
  },
};
const tree = { sources: [], manifests: { '': {} }, top: [] };

describe('a lock file', () => {
  it('is incomplete when it lacks an optional package that one of its packages requires', () => {
    expect(findMissingEntries(lock).map((entry) => entry.name)).toEqual([
      '@tool/linux-x64-musl',
      '@tool/win32-arm64',
    ]);
  });

  it('fails the check until the package is added', () => {
    expect(findLockFaults(lock, tree).map((fault) => fault.text)).toEqual([
      expect.stringContaining('npm run lock'),
      expect.stringContaining('npm run lock'),
    ]);
    expect(findLockFaults(completeLock(lock), tree)).toEqual([]);
  });

  it('is completed with the platform of each package', () => {
    const { packages } = completeLock(lock);
    expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    });
    expect(packages['node_modules/@tool/win32-arm64']).toEqual({
      version: '2.0.0',
      cpu: ['arm64'],
      os: ['win32'],
      dev: true,
      optional: true,
    });
    expect(packages['node_modules/tool']).toBe(lock.packages['node_modules/tool']);
  });

  it('fails the check when it is out of date with a project', () => {
    expect(
      findLockFaults(completeLock(lock), {
        ...tree,
        manifests: { '': { dependencies: { ky: '2.1.0' } } },
      }),
    ).toEqual([
      { at: 'package-lock.json', text: expect.stringContaining('does not match the root') },
    ]);
  });
});
