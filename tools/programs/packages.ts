import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Thrown when a program is missing on this machine. */
export class MissingPackageError extends Error {}

let refreshed = false;

/** Parts of `npm test` that run in parallel install in turn: apt-get refuses to run twice. */
const lockFile = join(tmpdir(), 'cme-apt-get.lock');

function runApt(args: string[]): boolean {
  const result = spawnSync('flock', [lockFile, 'apt-get', '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

/** Installs system packages if possible (Debian or a derivative, as root). */
export function installPackages(names: string[]): void {
  if (!existsSync('/usr/bin/apt-get'))
    throw new MissingPackageError(
      `${names.join(', ')} must be installed by hand: there is no apt-get here`,
    );
  if (process.getuid?.() !== 0)
    throw new MissingPackageError(
      `${names.join(', ')} must be installed by hand, or run this as root`,
    );
  console.log(`Installing ${names.join(', ')} …`);
  if (!refreshed) refreshed = runApt(['update']);
  if (!runApt(['install', '-y', '--no-install-recommends', ...names]))
    throw new MissingPackageError(`apt-get could not install ${names.join(', ')}`);
}

/** The first path that exists, after installing the packages if necessary. */
export function requireProgram(find: () => string | undefined, packages: string[]): string {
  const there = find();
  if (there) return there;
  installPackages(packages);
  const now = find();
  if (!now)
    throw new MissingPackageError(
      `${packages.join(', ')} installed, but what is needed of it is still missing`,
    );
  return now;
}
