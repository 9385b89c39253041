import { existsSync, readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Manifest {
  version: string;
}

/** A bundler runs in the folder of the area that it builds. */
export const areaFolder = process.cwd();
const inArea = pathToFileURL(join(areaFolder, 'package.json'));

/** Folder of a package that the area uses, or that another package brings. */
export function findPackage(name: string, from: string | URL = inArea): string {
  const file = findPackageJSON(name, from);
  if (!file) throw new Error(`${name} is not installed for ${areaFolder}`);
  return dirname(file);
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The installed version of a package that the area uses. */
export const readVersion = (name: string): string => readManifest(findPackage(name)).version;

/** The version that a package which the area uses has installed of another one. */
export const readVersionOf = (name: string, user: string): string =>
  readManifest(findPackage(name, pathToFileURL(join(findPackage(user), 'package.json')))).version;

/** The file that an import in the area loads. */
export const resolveImport = (specifier: string): string =>
  createRequire(inArea).resolve(specifier);

/** The folder whose location a build must not depend on: of the workspace, or of the area itself. */
export function findWorkspace(folder = areaFolder): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? areaFolder : findWorkspace(parent);
}
