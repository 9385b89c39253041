import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '../../support/journey.ts';
import { root } from '../operator.ts';
import { areaName, createAreaFiles } from './area-files.ts';

/** What a stranger has: Node and npm, but no program and no setting of this repository. */
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_(ENV|PATH|OPTIONS|COMPILE_CACHE)$)/i.test(name),
    ),
  ),
  PATH: [dirname(process.execPath), ...(process.env.PATH ?? '').split(':')]
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':'),
};

function run(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  });
  const said = `${program} ${args.join(' ')} in ${folder}:\n${error ?? ''}${stdout}${stderr}`;
  expect(status, said).toBe(0);
  return stdout;
}

/** An area in an empty folder outside this repository, from the packed libraries alone. */
export function createOutsideArea() {
  const folder = join(mkdtempSync(join(tmpdir(), 'outside-')), areaName);
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  run(root, process.execPath, 'tools/pack.ts', packages);
  const tarballs = globSync('*.tgz', { cwd: packages }).sort();
  for (const [file, text] of Object.entries(createAreaFiles(tarballs))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  return {
    folder,
    tarballs,
    install: () => run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'),
    check: () => run(folder, 'npm', 'run', 'check'),
    build: () => run(folder, 'npm', 'run', 'build'),
    /** Changes a word of the catalogue. */
    rename(before: string, after: string) {
      const file = 'src/catalogue.page.tsx';
      writeFileSync(join(folder, file), read(file).replace(before, after));
    },
    /** What the team has written about its packages and tools, and what npm has made of it. */
    configuration: () =>
      ['package.json', 'package-lock.json', 'tsconfig.json', 'rsbuild.config.ts'].map(read),
    remove: () => rmSync(dirname(folder), { recursive: true, force: true }),
  };
}
