import { holes, type Lock } from './complete-lock.ts';
import type { Fault, Tree } from './tree.ts';

type Declared = Record<string, string> | undefined;
const sorted = (all: Declared) => JSON.stringify(Object.entries(all ?? {}).sort());

/** Reasons why `npm ci` would refuse the lock file. */
export function lockFaults(lock: Lock, tree: Tree): Fault[] {
  const at = 'package-lock.json';
  const missing = holes(lock).map(({ name, version }) => ({
    at,
    text: `${name}@${version} is missing; run "npm run lock"`,
  }));
  const stale = Object.entries(tree.manifests).flatMap(([folder, manifest]) => {
    const entry = lock.packages[folder] as
      | { dependencies?: Declared; devDependencies?: Declared }
      | undefined;
    const same =
      sorted(entry?.dependencies) === sorted(manifest.dependencies) &&
      sorted(entry?.devDependencies) === sorted(manifest.devDependencies);
    return same
      ? []
      : [
          {
            at,
            text: `does not match ${folder || 'the root'} package.json; run "npm install" and then "npm run lock"`,
          },
        ];
  });
  return [...missing, ...stale];
}
