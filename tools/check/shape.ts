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
const maxLines = 300;
const suppression = /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint)-disable/;

function findFileFaults({ path, text }: Source): Fault[] {
  const faults: Fault[] = [];
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((name) => forbidden.has(name));
  if (folder)
    faults.push({ at: path, text: `no folder is called ${folder}; the name says what is inside` });
  const lines = text.trimEnd().split('\n');
  const sample = /^(libs\/sample\/src|apps\/api\/src\/sample)\//.test(path);
  if (lines.length > maxLines && !isTest(path) && !sample)
    faults.push({ at: path, text: `${lines.length} lines, at most ${maxLines}` });
  const suppressedLine = lines.findIndex((line) => suppression.test(line));
  if (suppressedLine >= 0)
    faults.push({
      at: `${path}:${suppressedLine + 1}`,
      text: 'a warning is answered, not silenced',
    });
  const cuttingLine = lines.findIndex((line) => /\bmaxLength=/.test(line));
  if (path.endsWith('.tsx') && cuttingLine >= 0)
    faults.push({
      at: `${path}:${cuttingLine + 1}`,
      text: 'maxLength cuts what is pasted; let the rule of the contract say the length',
    });
  if (/^apps\/.*\/index\.tsx?$/.test(path) && lines.some((line) => /^export .* from /.test(line)))
    faults.push({ at: path, text: 'apps have no barrel; import the file itself' });
  return faults;
}

/** Checks folder names, file lengths, suppressed warnings, barrels, and the contents of the root
 * folder. */
export function findShapeFaults(tree: Tree): Fault[] {
  const top = tree.top
    .filter((name) => !topLevel.has(name))
    .map((name) => ({ at: name, text: 'does not belong at the top of the repository' }));
  return [...top, ...tree.sources.flatMap(findFileFaults)];
}

/** Checks that versions are exact and that a package has the same version everywhere. */
export function findVersionFaults(tree: Tree): Fault[] {
  const faults: Fault[] = [];
  const versions = new Map<string, string>();
  for (const [folder, manifest] of Object.entries(tree.manifests)) {
    for (const [name, version] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      if (name.startsWith('@cme/')) continue;
      const file = `${folder ? `${folder}/` : ''}package.json`;
      if (!/^\d/.test(version))
        faults.push({ at: file, text: `${name} ${version}: versions are exact` });
      const otherVersion = versions.get(name);
      if (otherVersion && otherVersion !== version)
        faults.push({ at: file, text: `${name} ${version} here, ${otherVersion} elsewhere` });
      versions.set(name, version);
    }
  }
  return faults;
}
