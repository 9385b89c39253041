import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Entry {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, Entry>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** The paths where Node resolves a dependency of this folder, nearest first. */
function listLocations(folder: string, name: string): string[] {
  const locations: string[] = [];
  let currentFolder = folder;
  while (currentFolder) {
    if (!currentFolder.endsWith('node_modules'))
      locations.push(`${currentFolder}/node_modules/${name}`);
    currentFolder = currentFolder.slice(0, Math.max(0, currentFolder.lastIndexOf('/')));
  }
  return [...locations, `node_modules/${name}`];
}

/** Optional packages that the lock file requires but does not contain: `npm ci` refuses such a
 * file. */
export function findMissingEntries(
  lock: Lock,
): { path: string; name: string; version: string; dev: boolean }[] {
  const missing = new Map<string, { path: string; name: string; version: string; dev: boolean }>();
  for (const [folder, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (listLocations(folder, name).some((location) => lock.packages[location])) continue;
      const path = `node_modules/${name}`;
      const existing = missing.get(path);
      if (existing && existing.version !== version)
        throw new Error(`${name} is required as ${existing.version} and as ${version}`);
      missing.set(path, {
        path,
        name,
        version,
        dev: Boolean(entry.dev) && (existing?.dev ?? true),
      });
    }
  }
  return [...missing.values()];
}

/** The platform that a package name indicates. */
function readPlatform(name: string): Pick<Entry, 'cpu' | 'libc' | 'os'> {
  const words = name.split(/[/-]/);
  const cpu = words.filter((word) => processors.includes(word));
  const os = words.filter((word) => systems.includes(word));
  const libc = words.flatMap((word) =>
    word.startsWith('musl')
      ? ['musl']
      : os.includes('linux') && word.startsWith('gnu')
        ? ['glibc']
        : [],
  );
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) };
}

/** The lock file with an entry for each missing package; on its platform npm downloads it by
 * version. */
export function completeLock(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { path, name, version, dev } of findMissingEntries(lock)) {
    const exactVersion = version.replace(/^[\^~]/, '');
    packages[path] = {
      version: exactVersion,
      ...readPlatform(name),
      ...(dev && { dev }),
      optional: true,
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

const lockFile = join(import.meta.dirname, '../..', 'package-lock.json');
export const readLock = (file = lockFile): Lock => JSON.parse(readFileSync(file, 'utf8'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = readLock();
  const missing = findMissingEntries(lock);
  if (missing.length) writeFileSync(lockFile, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(
    missing.length
      ? `Completed the lock file with ${missing.length} packages for other machines.`
      : 'The lock file is complete.',
  );
}
