import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** A violation and its location. */
export interface Fault {
  at: string;
  text: string;
}

export interface Import {
  specifier: string;
  line: number;
  /** A type-only import, erased at run time. */
  isType?: boolean;
}

export interface Source {
  /** Relative to the root of the repository, with `/`. */
  path: string;
  text: string;
}

export interface Manifest {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Tree {
  sources: Source[];
  /** By project folder (`apps/portal`); the root manifest has the key `''`. */
  manifests: Record<string, Manifest>;
  top: string[];
}

const skipped = new Set(['node_modules', 'dist', 'migrations', 'released']);
const sourceFile = /\.(tsx?|mjs|css)$/;

function* walkFiles(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFiles(root, path);
    else if (sourceFile.test(entry.name) || entry.name === 'package.json') yield path;
  }
}

/** Reads all source files and manifests of the repository. */
export function readTree(root: string): Tree {
  const paths = ['apps', 'libs', 'tools', 'e2e'].flatMap((folder) => [...walkFiles(root, folder)]);
  const readManifest = (path: string): Manifest =>
    JSON.parse(readFileSync(join(root, path), 'utf8'));
  const manifests: Record<string, Manifest> = { '': readManifest('package.json') };
  for (const path of paths)
    if (path.endsWith('/package.json')) manifests[dirname(path)] = readManifest(path);
  const sources = paths
    .filter((path) => sourceFile.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return { sources, manifests, top: readdirSync(root).filter((name) => !name.startsWith('.')) };
}

export const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$/.test(path) || /^(apps|libs)\/[^/]+\/test\//.test(path);

/** Configuration files of tools next to source code. */
export const isConfig = (path: string) => path.endsWith('.config.ts');

/** The folder of the project that a file belongs to. */
export function getProject(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'apps' || parts[0] === 'libs'
    ? parts.slice(0, 2).join('/')
    : (parts[0] ?? '');
}

/** All module specifiers of a file: imports, re-exports, dynamic imports. */
export function findImports({ path, text }: Source): Import[] {
  if (!/\.(tsx?|mjs)$/.test(path)) return [];
  const { module } = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const named = module.staticImports.map((entry) => ({
    specifier: entry.moduleRequest.value,
    line: lineAt(entry.start),
    isType: entry.entries.length > 0 && entry.entries.every((part) => part.isType),
  }));
  const reExports = module.staticExports.flatMap((entry) =>
    entry.entries.flatMap((part) =>
      part.moduleRequest
        ? [{ specifier: part.moduleRequest.value, line: lineAt(entry.start) }]
        : [],
    ),
  );
  const dynamicImports = module.dynamicImports.flatMap((entry) => {
    const literal = /^['"]([^'"]+)['"]$/.exec(
      text.slice(entry.moduleRequest.start, entry.moduleRequest.end),
    );
    return literal?.[1] ? [{ specifier: literal[1], line: lineAt(entry.start) }] : [];
  });
  return [...named, ...reExports, ...dynamicImports];
}

/** `@scope/name/path` and `name/path` without the path. */
export const getPackageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
