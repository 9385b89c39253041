import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { requireProgram } from './packages.ts';
import { freePort } from './free-port.ts';

export interface Postgres {
  url: string;
  /** Process id of the postmaster. */
  pid: number;
  stop(): Promise<void>;
}

const home = '/usr/lib/postgresql';

/** Folder of the newest installed PostgreSQL programs. */
function findPrograms(): string | undefined {
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(home, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root, so it runs as the package's user. */
function getOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const readId = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: readId('-u'), gid: readId('-g') };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (part) => {
      output += part;
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${output.slice(-2000)}`)));
  });
}

/** A signal ends a process without its `exit` event unless something listens to the signal; other
 * listeners decide themselves when the process ends. Returns how to stop listening. */
function stopOnSignals(): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stopOnSignal = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  };
  // First, while listeners that are called once are still counted.
  for (const signal of signals) process.prependListener(signal, stopOnSignal);
  return () => {
    for (const signal of signals) process.off(signal, stopOnSignal);
  };
}

/** Finds the programs or installs them. */
export const preparePostgres = (): string => requireProgram(findPrograms, ['postgresql']);

const memoryFolder = '/dev/shm';
/** Bytes that must be free: more than the databases of tests and their log ever take. */
const memoryNeeded = 3 * 2 ** 30;

/** A folder in memory if there is enough of it: creating and dropping a database writes some 30 MB. */
export function chooseFolder(needed = memoryNeeded): string {
  if (!existsSync(memoryFolder) || process.availableMemory() < needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < needed ? tmpdir() : memoryFolder;
}

/** Starts a PostgreSQL server in a temporary folder, which is removed on `stop()` or when this
 * process ends. `inMemory` is for many small databases that nobody needs after a crash. */
export async function startPostgres(
  options: { durable?: boolean; inMemory?: boolean; settings?: readonly string[] } = {},
): Promise<Postgres> {
  const bin = preparePostgres();
  const owner = getOwner();
  const folder = mkdtempSync(join(options.inMemory ? chooseFolder() : tmpdir(), 'cme-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const result = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'cme', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr}`);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    // Detect deadlocks sooner: tests provoke several in a row, which would otherwise exceed the
    // statement timeout.
    'deadlock_timeout=100ms',
    `unix_socket_directories=${folder}`,
    ...(options.durable ? [] : ['fsync=off', 'full_page_writes=off']),
    ...(options.settings ?? []),
  ];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const stopAtExit = () => {
    child.kill('SIGQUIT');
    removeFolder();
  };
  process.once('exit', stopAtExit);
  const release = stopOnSignals();
  await waitUntilReady(child);
  return {
    url: `postgres://cme@127.0.0.1:${port}/postgres`,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', stopAtExit);
      release();
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
      removeFolder();
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { durable: { type: 'boolean', default: false } } });
  const postgres = await startPostgres(values);
  console.log(`DATABASE_URL=${postgres.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void postgres.stop().then(() => process.exit(0)));
}
