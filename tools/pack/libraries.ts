import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toPackedManifest, type WorkspaceManifest } from './manifest.ts';

/** What a team outside this repository builds an area from, each after those that it uses. */
const libraries = ['contract', 'commons', 'ui', 'shell', 'area-build'];

/** Files of a library besides its sources and its manifest. */
const extraFiles: Record<string, Record<string, string>> = {
  'area-build': {
    'libs/area-build/.browserslistrc': '.browserslistrc',
    'tsconfig.base.json': 'tsconfig.json',
  },
};

const isPackedFile = (file: string) => !/\.(test\.tsx?|tsx?)$/.test(file);

/** Packs the libraries into this folder; returns the names of the files. */
export function packLibraries(root: string, target: string): string[] {
  const stage = mkdtempSync(join(tmpdir(), 'cme-pack-'));
  try {
    compile(root, stage);
    const manifests = libraries.map((name): WorkspaceManifest =>
      JSON.parse(readFileSync(join(root, 'libs', name, 'package.json'), 'utf8')),
    );
    const versions = new Map(manifests.map(({ name, version }) => [name, version]));
    const packages = libraries.map((name, index) => {
      const folder = join(stage, name);
      cpSync(join(root, 'libs', name, 'src'), join(folder, 'src'), {
        recursive: true,
        filter: (file) => isPackedFile(file),
      });
      for (const [from, to] of Object.entries(extraFiles[name] ?? {}))
        cpSync(join(root, from), join(folder, to));
      const manifest = toPackedManifest(manifests[index] as WorkspaceManifest, versions);
      writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      return folder;
    });
    const packed = run('npm', ['pack', ...packages, '--json', '--pack-destination', target], root);
    return (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** TypeScript of all libraries at once, because they import each other. */
function compile(root: string, stage: string): void {
  const sources = libraries.map((name) => join(root, 'libs', name, 'src'));
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(root, 'libs'),
      outDir: stage,
    },
    include: sources,
    exclude: sources.map((folder) => `${folder}/**/*.test.*`),
  };
  // Below the workspace, where the types that it names are found.
  const file = join(root, '.cache', `pack-${process.pid}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(config));
  try {
    run(join(root, 'node_modules/.bin/tsc'), ['-p', file], root);
  } finally {
    rmSync(file);
  }
}

function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}
