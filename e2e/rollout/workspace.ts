import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Application } from '../../apps/edge/src/releases/manifest.ts';

/** What a build and an API need of the workspace. */
const taken = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'apps/*/{package.json,rsbuild.config.ts}',
  'apps/*/{src,migrations,media}/**/*',
  'libs/*/package.json',
  'libs/*/src/**/*',
  'tools/**/*',
];

/** The same sources in another folder, where these applications are built: a workspace of its own
 * under `.cache`, kept until a source changes. */
export function otherWorkspace(root: string, applications: Application[]): string {
  const tree = join(root, '.cache/workspace');
  const files = globSync(taken, { cwd: root, withFileTypes: true })
    .filter((one) => one.isFile() && !/\/(node_modules|dist)(\/|$)/.test(one.parentPath))
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file))]));
  const sum = createHash('sha256').update(applications.join());
  for (const [file, text] of texts) sum.update(`${file}\0${text.length}\0`).update(text);
  const digest = sum.digest('hex');
  const mark = join(tree, '.built');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return tree;
  rmSync(tree, { recursive: true, force: true });
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  linkPackages(root, tree);
  for (const application of applications) build(tree, application);
  writeFileSync(mark, digest);
  return tree;
}

/** Packages are the same files; links between workspaces are relative and lead into the new tree. */
function linkPackages(root: string, tree: string): void {
  for (const folder of ['.', ...globSync('{apps,libs}/*', { cwd: root })]) {
    const from = join(root, folder, 'node_modules');
    if (existsSync(from)) run('cp', ['-al', from, join(tree, folder, 'node_modules')], root);
  }
  rmSync(join(tree, 'node_modules/.cache'), { recursive: true, force: true });
}

function build(tree: string, application: Application): void {
  const rsbuild = join(tree, 'node_modules/.bin/rsbuild');
  run(rsbuild, ['build'], join(tree, 'apps', application), { NODE_ENV: 'production' });
}

/** Makes releases of what is built in a tree, by the tree's own words about itself. */
export function releasesOf(
  tree: string,
  env: NodeJS.ProcessEnv,
  applications: Application[],
): Partial<Record<Application, string>> {
  const script = `import { release } from './tools/build/build.ts';
    const made = await release(process.cwd(), process.env, ${JSON.stringify(applications)}, () => undefined);
    process.stdout.write('\\n' + JSON.stringify(made));`;
  const said = run(process.execPath, ['--input-type=module', '-e', script], tree, env);
  return JSON.parse(said.slice(said.lastIndexOf('\n')));
}

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const done = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) throw new Error(`${program} in ${cwd}:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
