import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OwnApplication } from '@cme/release';
import { builtApplications } from '../../../tools/build/build.ts';
import type { Edit } from './edit.ts';

/** Files of the workspace that builds, releases and an API need. */
const sourceFiles = [
  'package.json',
  'nx.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  '{apps,libs}/*/project.json',
  'apps/*/{package.json,rsbuild.config.ts}',
  'apps/*/{src,migrations,media}/**/*',
  'libs/*/package.json',
  'libs/*/src/**/*',
  'libs/area-build/.browserslistrc',
  'tools/{*.ts,{build,contract,rollout,start}/**/*}',
];
/** Files that the build of an application depends on. */
const isBuildInput = (file: string, application: OwnApplication): boolean =>
  !/^(apps|tools)\//.test(file) || file.startsWith(`apps/${application}/`);

type Texts = Map<string, Buffer>;

/** Builds the sources with these changes in a separate workspace under `.cache`. Builds are cached
 * by source. */
export function createWorkspace(
  root: string,
  name: string,
  edits: Edit[],
  applications: OwnApplication[] = builtApplications,
): string {
  const tree = join(root, '.cache', `version-${name}`);
  const texts: Texts = new Map(
    listFiles(root).map((file) => [file, readFileSync(join(root, file))] as const),
  );
  for (const { file, change } of edits)
    texts.set(file, Buffer.from(change(texts.get(file)?.toString('utf8') ?? '')));
  const packages = digestFiles(texts, (file) => file === 'package-lock.json');
  if (readDigest(tree, 'packages') !== packages) {
    rmSync(tree, { recursive: true, force: true });
    linkPackages(root, tree);
    writeDigest(tree, 'packages', packages);
  }
  writeFiles(tree, texts);
  for (const application of applications) {
    const digest = digestFiles(texts, (file) => isBuildInput(file, application));
    if (readDigest(tree, application) === digest) continue;
    build(tree, application);
    writeDigest(tree, application, digest);
  }
  return tree;
}

const listFiles = (folder: string): string[] =>
  globSync(sourceFiles, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();

function digestFiles(texts: Texts, isIncluded: (file: string) => boolean): string {
  const hash = createHash('sha256');
  for (const [file, text] of texts)
    if (isIncluded(file)) hash.update(`${file}\0${text.length}\0`).update(text);
  return hash.digest('hex');
}

const digestFile = (tree: string, name: string) => join(tree, '.built', name);
const readDigest = (tree: string, name: string): string =>
  existsSync(digestFile(tree, name)) ? readFileSync(digestFile(tree, name), 'utf8') : '';
function writeDigest(tree: string, name: string, digest: string): void {
  mkdirSync(join(tree, '.built'), { recursive: true });
  writeFileSync(digestFile(tree, name), digest);
}

function writeFiles(tree: string, texts: Texts): void {
  for (const file of listFiles(tree)) if (!texts.has(file)) rmSync(join(tree, file));
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
}

/** Packages are linked; links between workspaces are relative and resolve within the new tree. */
function linkPackages(root: string, tree: string): void {
  for (const folder of ['.', ...globSync('{apps,libs}/*', { cwd: root })]) {
    const from = join(root, folder, 'node_modules');
    mkdirSync(join(tree, folder), { recursive: true });
    if (existsSync(from)) run('cp', ['-al', from, join(tree, folder, 'node_modules')], root);
  }
  rmSync(join(tree, 'node_modules/.cache'), { recursive: true, force: true });
}

function build(tree: string, application: OwnApplication): void {
  const rsbuild = join(tree, 'node_modules/.bin/rsbuild');
  run(rsbuild, ['build'], join(tree, 'apps', application), { NODE_ENV: 'production' });
}

/** Creates releases from the builds of a tree, with that tree's own metadata. */
export function createReleases(
  tree: string,
  env: NodeJS.ProcessEnv,
  applications: OwnApplication[] = builtApplications,
): Record<OwnApplication, string> {
  const script = `import { createReleases } from './tools/rollout/release.ts';
    const made = await createReleases(process.cwd(), process.env, ${JSON.stringify(applications)}, () => undefined);
    process.stdout.write('\\n' + JSON.stringify(made));`;
  const output = run(process.execPath, ['--input-type=module', '-e', script], tree, env);
  return JSON.parse(output.slice(output.lastIndexOf('\n')));
}

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const result = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (result.status !== 0)
    throw new Error(`${program} in ${cwd}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}
