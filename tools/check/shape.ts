import { type Fault, isTest, type Source, type Tree } from './tree.ts';

const forbidden = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'types',
  'hooks',
  'services',
]);
const topLevel = new Set([
  'README.md',
  'package.json',
  'package-lock.json',
  'nx.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'apps',
  'libs',
  'tools',
  'e2e',
  'node_modules',
]);
const longest = 300;
const suppression = /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint)-disable/;

function faultsOf({ path, text }: Source): Fault[] {
  const found: Fault[] = [];
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((name) => forbidden.has(name));
  if (folder)
    found.push({ at: path, text: `no folder is called ${folder}; the name says what is inside` });
  const lines = text.trimEnd().split('\n');
  const sample = path.startsWith('apps/api/src/sample/');
  if (lines.length > longest && !isTest(path) && !sample)
    found.push({ at: path, text: `${lines.length} lines, at most ${longest}` });
  const silenced = lines.findIndex((line) => suppression.test(line));
  if (silenced >= 0)
    found.push({ at: `${path}:${silenced + 1}`, text: 'a warning is answered, not silenced' });
  if (/^apps\/.*\/index\.tsx?$/.test(path) && lines.some((line) => /^export .* from /.test(line)))
    found.push({ at: path, text: 'apps have no barrel; import the file itself' });
  return found;
}

/** Checks folder names, file lengths, suppressed warnings, barrels, and the contents of the root
 * folder. */
export function shapeFaults(tree: Tree): Fault[] {
  const top = tree.top
    .filter((name) => !topLevel.has(name))
    .map((name) => ({ at: name, text: 'does not belong at the top of the repository' }));
  return [...top, ...tree.sources.flatMap(faultsOf)];
}

/** Checks that versions are exact and that a package has the same version everywhere. */
export function versionFaults(tree: Tree): Fault[] {
  const found: Fault[] = [];
  const seen = new Map<string, string>();
  for (const [folder, manifest] of Object.entries(tree.manifests)) {
    for (const [name, version] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      if (name.startsWith('@cme/')) continue;
      const at = `${folder ? `${folder}/` : ''}package.json`;
      if (!/^\d/.test(version)) found.push({ at, text: `${name} ${version}: versions are exact` });
      const other = seen.get(name);
      if (other && other !== version)
        found.push({ at, text: `${name} ${version} here, ${other} elsewhere` });
      seen.set(name, version);
    }
  }
  return found;
}
