import { findMissingEntries, type Lock } from './complete-lock.ts';
import type { Fault, Tree } from './tree.ts';

type Declared = Record<string, string> | undefined;
const toSortedJson = (dependencies: Declared) =>
  JSON.stringify(Object.entries(dependencies ?? {}).sort());

/** Reasons why `npm ci` would refuse the lock file. */
export function findLockFaults(lock: Lock, tree: Tree): Fault[] {
  const file = 'package-lock.json';
  const missing = findMissingEntries(lock).map(({ name, version }) => ({
    at: file,
    text: `${name}@${version} is missing; run "npm run lock"`,
  }));
  const stale = Object.entries(tree.manifests).flatMap(([folder, manifest]) => {
    const entry = lock.packages[folder] as
      | { dependencies?: Declared; devDependencies?: Declared }
      | undefined;
    const isSame =
      toSortedJson(entry?.dependencies) === toSortedJson(manifest.dependencies) &&
      toSortedJson(entry?.devDependencies) === toSortedJson(manifest.devDependencies);
    return isSame
      ? []
      : [
          {
            at: file,
            text: `does not match ${folder || 'the root'} package.json; run "npm install" and then "npm run lock"`,
          },
        ];
  });
  return [...missing, ...stale];
}
